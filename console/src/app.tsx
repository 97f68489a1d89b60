import { useEffect, useRef, useState } from 'preact/hooks'
import { linkTo, type PageName, type PageRoute, useRoute } from './model/route.ts'
import { applyTheme, currentTheme, nextTheme } from './model/theme.ts'
import { AccountPage } from './pages/account.tsx'
import { ChainsPage } from './pages/chains.tsx'
import { ContractPage } from './pages/contract.tsx'
import { KeysPage } from './pages/keys.tsx'
import { ReferencePage } from './pages/reference.tsx'
import { ServiceState } from './parts/service-state.tsx'

const pages: Readonly<Record<PageName, { readonly title: string; readonly view: (route: PageRoute) => preact.ComponentChild }>> = {
  account: { title: 'Account', view: (route) => <AccountPage {...route} /> },
  contract: { title: 'Contract', view: (route) => <ContractPage {...route} /> },
  chains: { title: 'Chains', view: () => <ChainsPage /> },
  api: { title: 'API', view: (route) => <ReferencePage {...route} /> },
  keys: { title: 'Keys', view: () => <KeysPage /> },
}

/** The frame around every page. */
export const App = () => {
  const route = useRoute()
  const main = useRef<HTMLElement>(null)
  const first = useRef(true)
  const place = `${route.page}/${route.parts.join('/')}`
  useEffect(() => {
    document.title = `${[pages[route.page].title, route.parts[1]].filter(Boolean).join(' ')} · Ownscan`
    // A change of page is told to those who listen: the heading gets the focus, as a loaded page would.
    if (!first.current) main.current?.querySelector('h1')?.focus()
    first.current = false
  }, [place])
  useEffect(() => {
    const shortcut = (event: KeyboardEvent): void => {
      const typing = event.target instanceof Element && event.target.closest('input, textarea, select, dialog') !== null
      if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return
      const field = document.getElementById('address')
      event.preventDefault()
      if (field === null) location.hash = linkTo('account')
      else field.focus()
    }
    addEventListener('keydown', shortcut)
    return () => removeEventListener('keydown', shortcut)
  }, [])
  return (
    <>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        To the content
      </button>
      <header class="top">
        <a class="brand" href={linkTo('account')}>
          <i class="logo" aria-hidden="true" />
          Ownscan
        </a>
        <nav aria-label="Pages">
          {(Object.keys(pages) as PageName[]).map((name) => (
            <a key={name} href={linkTo(name)} aria-current={route.page === name ? 'page' : undefined}>
              {pages[name].title}
            </a>
          ))}
        </nav>
        <ThemeButton />
      </header>
      <ServiceState />
      <main id="main" ref={main} tabIndex={-1}>
        {pages[route.page].view(route)}
      </main>
    </>
  )
}

const ThemeButton = () => {
  const [theme, setTheme] = useState(currentTheme)
  const change = (): void => {
    const next = nextTheme(theme)
    applyTheme(next)
    setTheme(next)
  }
  return (
    <button type="button" class="quiet theme" onClick={change} aria-label={`Colours: ${theme}. Change`}>
      {theme === 'auto' ? '◐ auto' : theme === 'light' ? '○ light' : '● dark'}
    </button>
  )
}
