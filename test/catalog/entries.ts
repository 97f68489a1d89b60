/** An entry that is right in every field, changed as told; `undefined` takes a field out. */
export const goodEntry = (number: number, changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
  title: `Dataset ${number}`,
  description: 'What it holds.',
  keyword: ['data'],
  modified: '2014-08-31',
  publisher: 'A publisher',
  contactPoint: 'Somebody',
  mbox: 'somebody@example.org',
  identifier: `entry-${number}`,
  accessLevel: 'public',
  ...changes,
})

/** A catalog that describes itself first. */
export const catalogText = (entries: readonly unknown[]): string =>
  JSON.stringify([goodEntry(0, { accessURL: 'https://example.org/data.json' }), ...entries])
