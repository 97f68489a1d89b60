import { Interface } from 'ethers'
import { expect, it } from 'vitest'
import checkedIn from '../../src/demo/contract/DemoToken.json' with { type: 'json' }
import { approve, burnBatch, mint, transfer, transferBatch } from '../../src/demo/token.ts'

it('the bytecode checked in is what the source compiles to', async () => {
  const { compile } = await import(/* @vite-ignore */ new URL('../../tools/contract.mjs', import.meta.url).href)
  expect(compile()).toEqual(checkedIn)
})

it('calls are encoded as another library encodes them', () => {
  const [alice, bob] = [`0x${'a1'.repeat(20)}`, `0x${'b0'.repeat(20)}`] as const
  const token = new Interface(Object.keys(checkedIn.selectors).map((signature) => `function ${signature}`))
  const [ids, values] = [
    [1n, 2n ** 255n],
    [3n, 0n],
  ]
  expect(mint(alice, 7n, 9n)).toBe(token.encodeFunctionData('mint', [alice, 7n, 9n]))
  expect(burnBatch(alice, ids, values)).toBe(token.encodeFunctionData('burnBatch', [alice, ids, values]))
  expect(transfer(alice, bob, 7n, 9n)).toBe(token.encodeFunctionData('safeTransferFrom', [alice, bob, 7n, 9n, '0x']))
  expect(transferBatch(alice, bob, ids, values)).toBe(token.encodeFunctionData('safeBatchTransferFrom', [alice, bob, ids, values, '0x']))
  expect(approve(bob)).toBe(token.encodeFunctionData('setApprovalForAll', [bob, true]))
})
