import type { Route } from './route.ts'

/** Finds the route of a path. */
export type RouteTable = (path: string) => Route | undefined

/** Exact paths by look-up, `/…/*` by the longest one that fits. Two routes on one path are a mistake of ours and refused at start. */
export const routeTable = (routes: readonly Route[]): RouteTable => {
  const exact = new Map<string, Route>()
  const prefixes: { readonly prefix: string; readonly route: Route }[] = []
  for (const route of routes) {
    if (route.path.endsWith('/*')) prefixes.push({ prefix: route.path.slice(0, -1), route })
    else if (exact.has(route.path)) throw new Error(`two routes for ${route.path}`)
    else exact.set(route.path, route)
  }
  prefixes.sort((a, b) => b.prefix.length - a.prefix.length)
  return (path) => exact.get(path) ?? prefixes.find(({ prefix }) => path.startsWith(prefix))?.route
}
