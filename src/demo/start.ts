import type { Demo, DemoOptions } from './port.ts'

/** Starts the demo chain; resolves once its contract stands and its history is there. */
export const startDemo = async (_options: DemoOptions): Promise<Demo> => {
  throw new Error('the demo chain is not there yet')
}
