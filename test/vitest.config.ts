import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    // Real processes and a real node take their time on a loaded machine; a limit only tells a hang from work.
    testTimeout: 120_000,
    // Only a hang takes this long: on a busy machine the usual second is short.
    expect: { poll: { timeout: 60_000 } },
    hookTimeout: 120_000,
    // Where others share the machine a real process can be starved past any bound; the report names what needed a second try.
    retry: process.env['CI'] === undefined ? 0 : 1,
    pool: 'forks',
    // Two cores are what the smallest machine has; more files at once only slow each other down.
    maxWorkers: 2,
  },
})
