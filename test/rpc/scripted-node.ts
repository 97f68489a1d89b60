import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RpcBlock, RpcReceipt } from '../../src/evm/json-rpc.ts'
import type { Hex } from '../../src/records/hex.ts'

export interface SeenCall {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

/** What a script may answer a request with, instead of what the node would say. */
export interface Scripted {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  /** Closes the connection without an answer. */
  readonly drop?: true
  /** Never answers. */
  readonly hang?: true
  /** Answers as it would, but only then. */
  readonly after?: Promise<unknown>
}

export interface ScriptedNode {
  readonly url: string
  /** Every HTTP request, as the calls in it. */
  readonly requests: readonly (readonly SeenCall[])[]
  readonly headersSeen: IncomingMessage['headers'][]
  /** Called for each request; undefined lets the node answer. */
  script: (calls: readonly SeenCall[], requestNumber: number, isBatch: boolean) => Scripted | undefined
  /** Called for each call; what it returns is the answer's result, an `{ error }` its error, undefined leaves it to the node. */
  answer: (call: SeenCall) => unknown
  /** Makes the whole body of an answer anew. */
  rewrite: ((calls: readonly SeenCall[], isBatch: boolean) => Promise<unknown>) | undefined
  /** Sends the body in another form. */
  encode: ((body: Buffer) => Scripted) | undefined
  head: number
  chainId: number
  /** Changes the hashes from this block on: another branch. */
  branch: { from: number; name: number } | undefined
  readonly count: (method: string) => number
  readonly close: () => Promise<void>
}

const hash = (kind: number, number: number): Hex => `0x${kind.toString(16).padStart(4, '0')}${number.toString(16).padStart(60, '0')}`
const hex = (value: number): Hex => `0x${value.toString(16)}`

const transactionsIn = (number: number): number => number % 3

/** A chain of small blocks that are consistent as far as the client looks. */
export const sampleBlock = (number: number, kind = 1): { block: RpcBlock; receipts: readonly RpcReceipt[] } => {
  const blockHash = hash(kind, number)
  const place = (index: number) => ({ blockHash, blockNumber: hex(number), transactionIndex: hex(index) })
  const transactionHash = (index: number) => hash(0x7000 + index * 16 + kind, number)
  const topic = hash(0x9999, 1)
  return {
    block: {
      number: hex(number),
      hash: blockHash,
      parentHash: hash(kind, number - 1 < 0 ? 0xffff : number - 1),
      timestamp: hex(1_700_000_000 + number * 2),
      transactions: Array.from({ length: transactionsIn(number) }, (_, index) => ({ hash: transactionHash(index), ...place(index) })),
      uncles: [],
    } as unknown as RpcBlock,
    receipts: Array.from({ length: transactionsIn(number) }, (_, index) => ({
      transactionHash: transactionHash(index),
      ...place(index),
      logs: [
        {
          address: hash(5, 5).slice(0, 42),
          topics: [topic],
          data: '0x',
          ...place(index),
          transactionHash: transactionHash(index),
          logIndex: hex(index),
        },
      ],
    })) as unknown as readonly RpcReceipt[],
  }
}

export const sampleTopic = hash(0x9999, 1)

/** A JSON-RPC node on this machine that does as it is told, and misbehaves on command. */
export const startScriptedNode = async (
  setup: Partial<Pick<ScriptedNode, 'head' | 'chainId' | 'script' | 'answer'>> = {},
): Promise<ScriptedNode> => {
  const requests: (readonly SeenCall[])[] = []
  const headersSeen: IncomingMessage['headers'][] = []
  const hanging = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      headersSeen.push(request.headers)
      const parsed: SeenCall | readonly SeenCall[] = JSON.parse(Buffer.concat(chunks).toString())
      const calls: readonly SeenCall[] = Array.isArray(parsed) ? parsed : [parsed as SeenCall]
      requests.push(calls)
      const scripted = node.script(calls, requests.length, Array.isArray(parsed))
      if (scripted?.hang) hanging.add(response)
      else if (scripted?.drop) request.socket.destroy()
      else if (scripted?.after) void scripted.after.then(() => answerOrDrop(response, parsed, calls))
      else if (scripted) response.writeHead(scripted.status ?? 200, scripted.headers).end(scripted.body ?? '')
      else void answerOrDrop(response, parsed, calls)
    })
  })
  // A test may end, and with it the node behind this one, while a client still asks.
  const answerOrDrop = (response: ServerResponse, parsed: unknown, calls: readonly SeenCall[]): Promise<void> =>
    answerNaturally(response, parsed, calls).catch(() => void response.destroy())
  const answerNaturally = async (response: ServerResponse, parsed: unknown, calls: readonly SeenCall[]): Promise<void> => {
    const answer = node.rewrite
      ? await node.rewrite(calls, Array.isArray(parsed))
      : Array.isArray(parsed)
        ? calls.map(reply)
        : reply(calls[0])
    const body = Buffer.from(JSON.stringify(answer))
    const sent: Scripted = node.encode ? node.encode(body) : { body }
    response.writeHead(200, { 'content-type': 'application/json', ...sent.headers }).end(sent.body)
  }
  const reply = (call: SeenCall | undefined): unknown => {
    if (call === undefined) return { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'empty batch' } }
    const said = node.answer(call) ?? { result: natural(node, call) }
    return { jsonrpc: '2.0', id: call.id, ...(isEnvelope(said) ? said : { result: said }) }
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const node: ScriptedNode = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    headersSeen,
    script: setup.script ?? (() => undefined),
    answer: setup.answer ?? (() => undefined),
    head: setup.head ?? 100,
    chainId: setup.chainId ?? 1,
    rewrite: undefined,
    encode: undefined,
    branch: undefined,
    count: (method) => requests.flat().filter((call) => call.method === method).length,
    close: () =>
      new Promise((resolve) => {
        for (const response of hanging) response.destroy()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return node
}

const isEnvelope = (value: unknown): value is { readonly result: unknown } | { readonly error: unknown } =>
  typeof value === 'object' && value !== null && ('result' in value || 'error' in value)

const natural = (node: ScriptedNode, { method, params }: SeenCall): unknown => {
  const kindAt = (number: number) => (node.branch && number >= node.branch.from ? node.branch.name : 1)
  const at = (number: number) => (number > node.head || number < 0 ? undefined : sampleBlock(number, kindAt(number)))
  const byRef = (ref: unknown) => {
    if (ref === 'latest') return at(node.head)
    if (ref === 'finalized') return at(Math.max(0, node.head - 10))
    if (typeof ref !== 'string') return undefined
    if (ref.length !== 66) return at(Number(ref))
    const found = at(Number(`0x${ref.slice(6)}`))
    return found?.block.hash === ref ? found : undefined
  }
  switch (method) {
    case 'eth_chainId':
      return hex(node.chainId)
    case 'web3_clientVersion':
      return 'scripted/1'
    case 'eth_blockNumber':
      return hex(node.head)
    case 'eth_getBlockByNumber':
    case 'eth_getBlockByHash': {
      const found = byRef(params[0])
      if (!found) return null
      return params[1] === true ? found.block : { ...found.block, transactions: found.block.transactions.map((one) => one.hash) }
    }
    case 'eth_getBlockReceipts':
      return byRef(params[0])?.receipts ?? null
    case 'eth_getTransactionReceipt':
      return at(Number(`0x${String(params[0]).slice(6)}`))?.receipts.find((receipt) => receipt.transactionHash === params[0]) ?? null
    case 'eth_getLogs': {
      const { fromBlock, toBlock } = params[0] as { readonly fromBlock: string; readonly toBlock: string }
      const numbers = Array.from({ length: Math.max(0, Number(toBlock) - Number(fromBlock) + 1) }, (_, index) => Number(fromBlock) + index)
      return numbers.flatMap((number) => at(number)?.receipts.flatMap((receipt) => receipt.logs) ?? [])
    }
    case 'eth_call':
      return '0x01'
    default:
      return null
  }
}
