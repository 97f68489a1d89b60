import { useEffect, useState } from 'preact/hooks'

const shownMs = 1_500

/** Copies a text. Where the clipboard is closed to the page (plain HTTP on another host) it says so. */
export const Copy = ({ text, what }: { readonly text: string; readonly what: string }) => {
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (said === '') return
    const timer = setTimeout(() => setSaid(''), shownMs)
    return () => clearTimeout(timer)
  }, [said])
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      setSaid('copied')
    } catch {
      setSaid('not allowed here')
    }
  }
  return (
    <button type="button" class="quiet" onClick={copy} aria-label={`Copy ${what}`}>
      <span aria-live="polite">{said === '' ? 'copy' : said}</span>
    </button>
  )
}
