import { db } from 'ponder:api'
import { transfer } from 'ponder:schema'
import { Hono } from 'hono'
import { count } from 'ponder'

const app = new Hono()
app.get('/rows', async (c) => c.json(await db.select({ rows: count() }).from(transfer)))

export default app
