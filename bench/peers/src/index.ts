import { ponder } from 'ponder:registry'
import { transfer } from 'ponder:schema'

ponder.on('Token:TransferSingle', async ({ event, context }) => {
  const { operator, from, to, id: tokenId, value } = event.args
  await context.db.insert(transfer).values({
    id: event.id,
    block: event.block.number,
    timestamp: event.block.timestamp,
    hash: event.transaction.hash,
    contract: event.log.address,
    operator,
    from,
    to,
    tokenId,
    value,
  })
})

ponder.on('Token:TransferBatch', async ({ event, context }) => {
  const { operator, from, to, ids, values } = event.args
  if (ids.length === 0) return
  await context.db.insert(transfer).values(
    ids.map((tokenId, index) => ({
      id: `${event.id}-${index}`,
      block: event.block.number,
      timestamp: event.block.timestamp,
      hash: event.transaction.hash,
      contract: event.log.address,
      operator,
      from,
      to,
      tokenId,
      value: values[index] ?? 0n,
    })),
  )
})
