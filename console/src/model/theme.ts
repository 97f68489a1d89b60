type Theme = 'auto' | 'light' | 'dark'

const name = 'ownscan-theme'
const themes: readonly Theme[] = ['auto', 'light', 'dark']

/** Announced on the window, so that what is painted (charts) can be painted anew. */
export const themeEvent = 'ownscan-theme'

export const currentTheme = (): Theme => themes.find((theme) => theme === localStorage.getItem(name)) ?? 'auto'

export const applyTheme = (theme: Theme = currentTheme()): void => {
  localStorage.setItem(name, theme)
  if (theme === 'auto') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  window.dispatchEvent(new Event(themeEvent))
}

export const nextTheme = (theme: Theme): Theme => themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'auto'
