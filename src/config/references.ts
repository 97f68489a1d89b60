import type { Tree } from './overlay.ts'
import type { Problem } from './shape.ts'

/** Nesting no configuration needs; a deeper file is not one. */
const maxDepth = 20

/** Replaces `${NAME}` in the texts of a file by the environment variable, so that a file can be shared and its secrets not. */
export const resolveReferences = (
  tree: Tree,
  env: Readonly<Record<string, string | undefined>>,
  report: (problem: Problem) => void,
): Tree => {
  const inText = (text: string, path: string): string =>
    text.replaceAll(/\$\{(\w+)\}/g, (whole, name: string) => {
      const value = env[name]
      if (value !== undefined) return value
      report({ path, value: `"${whole}"`, allowed: `a reference to a variable that is set; ${name} is not` })
      return whole
    })
  const walk = (value: unknown, path: string, depth: number): unknown => {
    if (typeof value === 'string') return inText(value, path)
    if (typeof value !== 'object' || value === null || depth > maxDepth) return value
    if (Array.isArray(value)) return value.map((one, index) => walk(one, `${path}[${index}]`, depth + 1))
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, walk(one, path === '' ? name : `${path}.${name}`, depth + 1)]),
    )
  }
  return walk(tree, '', 0) as Tree
}
