import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config/types.ts'
import { runService } from './run-service.ts'

/** Indexes and serves the configured chains; with none configured, a demo chain. */
export const startService = async (config: Config): Promise<number> => {
  if (config.chains.length > 0) return runService(config, { indexer: true })
  const { startDemo } = await import('../demo/start.ts')
  const demo = await startDemo({ log: (line) => void process.stderr.write(`${line}\n`) })
  const folder = demoFolder(config.data)
  try {
    const query = demo.queries[0]
    return await runService(
      { ...config, data: folder, chains: [demo.chain] },
      { indexer: true, accessFolder: config.data, ended: demo.ended, ...(query === undefined ? {} : { query }) },
    )
  } finally {
    await demo.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The demo chain begins anew with each start, and so does its index: in a folder by process, left-over ones cleared away. Keys are kept where others' are. */
const demoFolder = (data: string): string => {
  const parent = join(data, 'demo')
  mkdirSync(parent, { recursive: true })
  for (const name of readdirSync(parent)) if (!isAlive(Number(name))) rmSync(join(parent, name), { recursive: true, force: true })
  return join(parent, String(process.pid))
}

const isAlive = (pid: number): boolean => {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    // Somebody else's process is a process all the same.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
