import { readdirSync } from 'node:fs'
import type { Metrics } from './registry.ts'

/** Brings the process' own figures up to date. */
export const measureProcess = (metrics: Metrics): void => {
  const cpu = process.cpuUsage()
  const memory = process.memoryUsage()
  metrics.set('process_cpu_seconds_total', '', (cpu.user + cpu.system) / 1e6)
  metrics.set('process_resident_memory_bytes', '', memory.rss)
  metrics.set('nodejs_heap_size_used_bytes', '', memory.heapUsed)
  metrics.set('process_start_time_seconds', '', Math.round(Date.now() / 1000 - process.uptime()))
  const open = openFiles()
  if (open !== undefined) metrics.set('process_open_fds', '', open)
}

const openFiles = (): number | undefined => {
  try {
    return readdirSync('/proc/self/fd').length
  } catch {
    // Only Linux has it.
    return undefined
  }
}
