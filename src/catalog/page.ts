import { escapeHtml } from './html.ts'

/**
 * The catalog as a page for people, made from the published bytes so that both say the same. No script, no inline style: it stands under the strictest
 * content security policy.
 */
type Entry = Readonly<Record<string, unknown>>

const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text)

const valueHtml = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(valueHtml).join(', ')
  const text = escapeHtml(typeof value === 'string' ? value : JSON.stringify(value))
  return typeof value === 'string' && isWebAddress(value) ? `<a href="${text}">${text}</a>` : text
}

/** Shown in the heading and below it, not again in the table. */
const inHeading: ReadonlySet<string> = new Set(['title', 'description'])

const entryHtml = (entry: Entry): string => {
  const rows = Object.entries(entry)
    .filter(([field]) => !inHeading.has(field))
    .map(([field, value]) => `<tr><th scope="row">${escapeHtml(field)}</th><td>${valueHtml(value)}</td></tr>`)
  return `<section id="${escapeHtml(String(entry['identifier']))}">
<h2>${valueHtml(entry['title'])}</h2>
<p>${valueHtml(entry['description'])}</p>
<table>
${rows.join('\n')}
</table>
</section>`
}

export const pageStylePath = '/data.css'

export const pageStyle = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
section { margin-top: 2.5rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.3rem 1rem 0.3rem 0; border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
th { font-weight: 600; white-space: nowrap; width: 1%; }
td { overflow-wrap: anywhere; }
`

export const catalogPage = (catalog: Buffer, baseUrl: string): string => {
  const [self = {}, ...datasets] = JSON.parse(catalog.toString()) as Entry[]
  const title = valueHtml(self['title'])
  const contents = datasets.map(
    (entry) => `<li><a href="#${escapeHtml(encodeURIComponent(String(entry['identifier'])))}">${valueHtml(entry['title'])}</a></li>`,
  )
  const list = datasets.length === 0 ? '<p>Nothing is indexed yet.</p>' : `<ul>\n${contents.join('\n')}\n</ul>`
  const link = (path: string): string => `<a href="${escapeHtml(baseUrl + path)}">${path}</a>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="${escapeHtml(baseUrl + pageStylePath)}">
<link rel="alternate" type="application/json" href="${escapeHtml(`${baseUrl}/data.json`)}">
</head>
<body>
<h1>${title}</h1>
<p>For programs: ${link('/data.json')}, as ${link('/schemas/catalog.json')} describes it.</p>
${list}
${[self, ...datasets].map(entryHtml).join('\n')}
</body>
</html>
`
}
