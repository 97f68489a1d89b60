import { defineConfig } from 'vite'

export default defineConfig({
  // Relative addresses: the page works behind any path a proxy puts in front of it.
  base: './',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../build/console',
    emptyOutDir: true,
    target: 'es2022',
    // The policy allows no data: addresses and no inline script.
    assetsInlineLimit: 0,
    modulePreload: false,
  },
})
