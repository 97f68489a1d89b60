import { useEffect, useState } from 'preact/hooks'

/** Where the person is: `#/account/1/0x…?contract=0x…`. In the fragment, so that the server has one page and any path prefix works. */
export interface PageRoute {
  readonly page: PageName
  readonly parts: readonly string[]
  readonly query: Readonly<Record<string, string>>
}

const pageNames = ['account', 'contract', 'chains', 'api', 'keys'] as const
export type PageName = (typeof pageNames)[number]

export const readRoute = (fragment: string): PageRoute => {
  const [path = '', search = ''] = fragment.replace(/^#?\/?/, '').split('?')
  const [page, ...parts] = path.split('/').map(decoded)
  return {
    page: pageNames.find((name) => name === page) ?? 'account',
    parts,
    query: Object.fromEntries(new URLSearchParams(search)),
  }
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Empty parameters are left out, so that equal places have equal addresses. */
export const linkTo = (page: PageName, parts: readonly (string | number)[] = [], query: Readonly<Record<string, string>> = {}): string => {
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== '')).toString()
  return `#/${[page, ...parts].map((part) => encodeURIComponent(part)).join('/')}${search === '' ? '' : `?${search}`}`
}

export const goTo = (link: string): void => {
  location.hash = link
}

export const useRoute = (): PageRoute => {
  const [route, setRoute] = useState(() => readRoute(location.hash))
  useEffect(() => {
    const follow = (): void => setRoute(readRoute(location.hash))
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  return route
}
