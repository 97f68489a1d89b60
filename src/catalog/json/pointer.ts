/** JSON pointers (RFC 6901). */
export const pointerStep = (step: string | number): string => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`

export const toPointer = (path: readonly (string | number)[]): string => path.map(pointerStep).join('')

export const pointerSteps = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
