import type { Hex } from '../records/hex.ts'
import type { Deed } from './activity.ts'
import { producers } from './cast.ts'
import type { NodeRpc } from './node-rpc.ts'
import type { Chance } from './random.ts'

/** Makes blocks on the demo node: whose they are, what is in them and when they were are all said here, so that a seed tells the whole chain. */
export interface Miner {
  /** One block with these deeds, in this order. */
  mine(deeds: readonly Deed[], timestamp: number): Promise<void>
  /** Puts a contract into a block of its own; returns its address. */
  deploy(sender: Hex, bytecode: Hex, timestamp: number): Promise<Hex>
}

const gwei = 10n ** 9n
/** Far above what a full block's base fee can climb to here. */
const highestPrice = 200n * gwei
/** More than any deed takes; said so that the node need not try each first. */
const deedGas = 600_000
const deploymentGas = 3_000_000

export const createMiner = (rpc: NodeRpc, chance: Chance, token: () => Hex | undefined): Miner => {
  const nonces = new Map<Hex, number>()
  let produced = 0
  const nextNonce = (sender: Hex): number => {
    const nonce = nonces.get(sender) ?? 0
    nonces.set(sender, nonce + 1)
    return nonce
  }
  /** The node takes the best price first: each deed offers less than the one before it. */
  const price = (position: number): Record<string, string> => {
    const most = highestPrice - BigInt(position) * gwei
    // A few pay one price as before fee markets, the rest tip the producer on top of the base fee.
    if (chance(8) === 0) return { gasPrice: hex(most) }
    return { maxFeePerGas: hex(most), maxPriorityFeePerGas: hex(gwei / 10n + BigInt(chance(2_000_000_000))) }
  }
  const seal = async (timestamp: number): Promise<void> => {
    const producer = producers[(produced++ + (chance(5) === 0 ? 1 : 0)) % producers.length]
    await rpc.call('anvil_setCoinbase', producer)
    await rpc.call('evm_mine', hex(timestamp))
  }
  const transaction = ({ sender, data }: Omit<Deed, 'kind'>, to: Hex | undefined, gas: number, position: number) =>
    [
      'eth_sendTransaction',
      { from: sender, ...(to ? { to } : {}), data, gas: hex(gas), nonce: hex(nextNonce(sender)), ...price(position) },
    ] as const

  return {
    mine: async (deeds, timestamp) => {
      await rpc.batch(deeds.map((deed, position) => transaction(deed, token(), deedGas, position)))
      await seal(timestamp)
    },
    deploy: async (sender, bytecode, timestamp) => {
      const hash = await rpc.call(...transaction({ sender, data: bytecode }, undefined, deploymentGas, 0))
      await seal(timestamp)
      const receipt = (await rpc.call('eth_getTransactionReceipt', hash)) as { readonly contractAddress: Hex; readonly status: Hex } | null
      if (receipt?.status !== '0x1') throw new Error('the demo contract could not be deployed')
      return receipt.contractAddress.toLowerCase() as Hex
    },
  }
}

const hex = (value: number | bigint): string => `0x${value.toString(16)}`
