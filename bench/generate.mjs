// Blocks as a busy chain has them, the same for the same seed. Shaped on real blocks: nine transactions in ten move one token, some a batch of 9 to 50,
// a few 300 to 500, two rows a transaction on average; a third of them mint; token ids mostly small, one in ten of 32 bytes. Who takes part is skewed:
// one address has a fifteenth of all rows, a hundred share a tenth, the rest follow a power law.

/** xorshift128: fast, and good enough to spread things. */
const makeRandom = (seed) => {
  let [a, b, c, d] = [seed | 1, 0x9e3779b9, 0x243f6a88, 0xb7e15162]
  const next = () => {
    const t = d ^ (d << 11)
    d = c
    c = b
    b = a
    a = (a ^ (a >>> 19) ^ t ^ (t >>> 8)) | 0
    return a >>> 0
  }
  for (let i = 0; i < 16; i++) next()
  return { next, below: (n) => next() % n, unit: () => next() / 0x1_0000_0000 }
}

/** Twenty bytes that belong to a number, spread over the whole space as real addresses are. */
const addressOf = (kind, n) => {
  let hex = '0x'
  let state = Math.imul(n + 1, 0x9e3779b1) ^ Math.imul(kind, 0x85ebca6b)
  for (let i = 0; i < 5; i++) {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + i
    state ^= state >>> 13
    hex += (state >>> 0).toString(16).padStart(8, '0')
  }
  return hex
}

export const zeroAddress = `0x${'0'.repeat(40)}`
export const hubAddress = addressOf(1, 0)
export const contractAt = (n) => addressOf(2, n)
export const accountAt = (n) => addressOf(3, n)
export const producerAt = (n) => addressOf(4, n)

/** Makes blocks one after the other; `next(rows)` gives the next blocks with at least that many rows. */
export const makeGenerator = ({ rows: total, seed = 1, firstBlock = 12_000_000 }) => {
  const random = makeRandom(seed)
  const words = new Uint32Array(8)
  const bytes = Buffer.from(words.buffer)
  const hash = () => {
    for (let i = 0; i < 8; i++) words[i] = random.next()
    return `0x${bytes.toString('hex')}`
  }
  // About one address for every eight rows, as on the real chain.
  const accounts = Math.max(1000, Math.round(total / 6))
  const cache = new Map()
  const named = (of, n) => {
    const key = of === contractAt ? -1 - n : n
    let found = cache.get(key)
    if (found === undefined) {
      found = of(n)
      if (cache.size < 2_000_000) cache.set(key, found)
    }
    return found
  }
  const account = () => {
    const chance = random.unit()
    if (chance < 0.033) return hubAddress
    if (chance < 0.08) return named(accountAt, random.below(100))
    return named(accountAt, 100 + Math.floor((accounts - 100) * random.unit() ** 3))
  }
  const contract = () => named(contractAt, Math.floor(20_000 * random.unit() ** 6))
  const tokenId = () => {
    const chance = random.below(20)
    if (chance < 2) return BigInt(hash())
    return BigInt(chance < 16 ? random.below(250) : random.below(60_000))
  }
  const rowsInTransaction = () => {
    const chance = random.below(2000)
    if (chance === 0) return 300 + random.below(200)
    if (chance < 60) return 9 + random.below(41)
    return chance < 190 ? 2 : 1
  }
  const makeTransaction = (index, firstLog) => {
    const rows = rowsInTransaction()
    const mint = random.below(3) === 0
    const airdrop = rows > 1 && random.below(2) === 0
    const token = contract()
    const sender = mint ? zeroAddress : account()
    const recipient = account()
    const operator = mint ? recipient : sender
    const transfers = []
    for (let i = 0; i < rows; i++) {
      transfers.push({
        contract: token,
        operator,
        from: sender,
        to: airdrop ? account() : recipient,
        tokenId: tokenId(),
        value: BigInt(random.below(8) === 0 ? random.below(10_000) : 1),
        logIndex: firstLog + (airdrop ? i : 0),
        batchIndex: airdrop ? 0 : i,
      })
    }
    return {
      hash: hash(),
      index,
      nonce: BigInt(random.below(3000)),
      gas: BigInt(60_000 + random.below(400_000)),
      gasPrice: BigInt(5_000_000_000 + random.next() * 20),
      gasUsed: BigInt(50_000 + random.below(300_000)),
      cumulativeGasUsed: BigInt(1_000_000 + random.below(25_000_000)),
      methodId: ['0xf242432a', '0x2eb2c2d6', '0xa22cb465', '0xfb0f3ee1'][random.below(4)],
      transfers,
    }
  }
  let number = firstBlock
  let parentHash = hash()
  const makeBlock = () => {
    const transactions = []
    let log = random.below(50)
    let index = random.below(20)
    for (let i = random.below(7); i > 0; i--) {
      const made = makeTransaction(index, log)
      transactions.push(made)
      log += made.transfers.length + random.below(30)
      index += 1 + random.below(30)
    }
    const producer = producerAt(Math.floor(400 * random.unit() ** 4))
    const block = {
      number,
      hash: hash(),
      parentHash,
      timestamp: 1_600_000_000 + (number - firstBlock) * 12,
      transactions,
      validated: {
        producer,
        feeRecipient: producer,
        staticReward: 2_000_000_000_000_000_000n,
        inclusionReward: 0n,
        tips: BigInt(random.next()) * 30_000_000n,
        burnt: BigInt(random.next()) * 40_000_000n,
        transactionCount: 100 + random.below(200),
      },
      uncles: [],
    }
    number++
    parentHash = block.hash
    return block
  }
  return {
    next: (rows) => {
      const blocks = []
      let made = 0
      while (made < rows) {
        const block = makeBlock()
        for (const { transfers } of block.transactions) made += transfers.length
        blocks.push(block)
      }
      return { blocks, rows: made }
    },
  }
}
