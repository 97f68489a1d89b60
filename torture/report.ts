import { availableParallelism } from 'node:os'
import type { Tally } from './outcome.ts'

/** What a run found, for people. */
export const renderReport = (tallies: readonly Tally[], { seed, seconds }: { readonly seed: string; readonly seconds: number }): string =>
  [
    '# Torture report',
    '',
    `Seed \`${seed}\`, ${Math.round(seconds)} s, ${availableParallelism()} cores, Node ${process.versions.node}, ${process.platform}.`,
    '',
    '| promise | tried | failed |',
    '|---|---:|---:|',
    ...tallies.map(
      ({ outcome: { name, tried, failed } }) => `| ${name} | ${tried.toLocaleString('en')} | ${failed.toLocaleString('en')} |`,
    ),
    '',
    ...tallies.flatMap(({ outcome, failures }) => failures.map((failure) => `- ${outcome.name}: ${failure}`)),
    '',
  ].join('\n')
