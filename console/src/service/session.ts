/** The two secrets a person may enter. Kept for the tab, or on this device where they choose so; sent in headers only. */
export type SecretName = 'key' | 'admin'

const entry = (name: SecretName): string => `ownscan-${name}`
const listeners = new Set<() => void>()

export const readSecret = (name: SecretName): string => sessionStorage.getItem(entry(name)) ?? localStorage.getItem(entry(name)) ?? ''

export const keepSecret = (name: SecretName, secret: string, remember: boolean): void => {
  sessionStorage.removeItem(entry(name))
  localStorage.removeItem(entry(name))
  if (secret !== '') (remember ? localStorage : sessionStorage).setItem(entry(name), secret)
  for (const listener of listeners) listener()
}

export const onSecretChange = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
