import { render } from 'preact'
import { App } from './app.tsx'
import { applyTheme } from './model/theme.ts'

applyTheme()
const place = document.getElementById('app')
if (place !== null) {
  place.replaceChildren()
  render(<App />, place)
}
