const grouped = new Intl.NumberFormat('en')

export const count = (value: number): string => grouped.format(value)

/** Digits in groups of three, also of numbers far beyond what a number type holds. */
export const groupDigits = (decimal: string): string => decimal.replace(/\B(?=(\d{3})+$)/g, ' ')

export const shortHex = (hex: string, head = 6, tail = 4): string =>
  hex.length <= head + tail + 3 ? hex : `${hex.slice(0, head)}…${hex.slice(-tail)}`

/** A long identifier keeps its two ends: what tells it apart. */
export const shortDigits = (decimal: string, most = 14): string =>
  decimal.length <= most ? decimal : `${decimal.slice(0, 6)}…${decimal.slice(-5)}`

/** Quantities are exact up to 15 digits and rounded to a power of ten above; the exact text stands in the row's details. */
export const quantity = (decimal: string): string =>
  decimal.length <= 15 ? groupDigits(decimal) : `${decimal[0]}.${decimal.slice(1, 4)} × 10^${decimal.length - 1}`

/** Wei as whole coins: all digits that matter, no zeros at the end. */
export const coins = (wei: string, fractionDigits = 18): string => {
  const padded = wei.padStart(19, '0')
  const fraction = padded.slice(-18).slice(0, fractionDigits).replace(/0+$/, '')
  return `${groupDigits(padded.slice(0, -18))}${fraction === '' ? '' : `.${fraction}`}`
}

export const utc = (seconds: number): string => `${new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')} UTC`
export const day = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10)

const spans = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
] as const

export const span = (seconds: number): string => {
  const whole = Math.max(0, Math.round(seconds))
  const [size, unit] = spans.find(([length]) => whole >= length * 2) ?? [1, 's']
  return `${count(Math.floor(whole / size))} ${unit}`
}

/** Characters that steer rather than show: a name must not turn the text around it. Joiners stay: honest scripts and emoji need them. */
const steering = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu
const plain = /^[ -~]*$/
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** A grapheme of honest text has few code points; towers of accents have many. */
const maxMarks = 8

/** Text a contract says of itself, made fit to stand in a line: steering characters shown as such, towers of accents levelled, the length bounded. */
export const tame = (text: string, most = 48): string => {
  // Most names are plain: no need to take them apart.
  if (text.length <= most && plain.test(text)) return text
  const shown: string[] = []
  for (const { segment } of graphemes.segment(text.slice(0, most * 16).replace(steering, '\ufffd'))) {
    if (shown.length === most) return `${shown.join('')}…`
    shown.push([...segment].slice(0, maxMarks).join(''))
  }
  return shown.join('')
}
