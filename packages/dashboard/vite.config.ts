import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { engineZod } from './engine-zod.ts'
import { harfbuzzApart } from './harfbuzz-apart.ts'
import { icons } from './icon-set.ts'
import { lateExpressions } from './late-expressions.ts'
import { licences } from './licences.ts'
import { lightContract } from './light-contract.ts'
import { pack } from './pack.ts'
import { schemasAhead } from './schemas-ahead.ts'

/** Everything but the pages: asked of the server, also while the dashboard is worked on. */
const served = '^/(v1|images|i|fonts|hooks|livez|readyz)(/|$|\\?)'
const server = process.env.PICTABLE_URL ?? 'http://127.0.0.1:4400'

/** What most parts of the renderer share: left to itself the bundler makes eight files of it, each with headers. */
const engine = {
  name: 'engine',
  test: /\/zod\/v4\/(core|mini|locales)\/.*\?engine$|\/renderer\/src\/(async\/pending|codes\/code-looks|drawing\/(fitted-picture|picture|shape|style)|errors\/(issues|render-error)|expressions\/(braces|expression-error)|fonts\/fallback|properties\/(color|css-colors|paint)|shapes\/(path|scan-path)|values\/describe)\.ts$/,
}

/** What several pages share that is smaller than the headers of a file. */
const small = {
  name: 'small',
  test: /\/icons\/(arrow-left|chevron-left|redo-2|triangle-exclamation-point|undo-2)\.mjs$|\/dashboard\/src\/(forms\/text-of|parts\/templates\/template)\.ts$/,
}

/** What draws and measures text: every design has some. */
const texts = {
  name: 'texts',
  test: /\/node_modules\/(base64-js|linebreak|tiny-inflate|unicode-trie)\/|\/renderer\/src\/(browser\/(fetch-bytes|shown-faces|web-fonts)|csv\/(delimiter|read-csv)|drawing\/(markup|measure-text|text-painter|text-spans)|font-files\/(byte-reader|coverage|font-error|font-facts|font-tables|open-sfnt)|fonts\/(choose-fonts|emoji|face-facts|font-book|served-face|slices)|properties\/(padding|value-list)|shapes\/polygon|tables\/cells|text\/(?!advance-cache|text-path|text-geometry)[a-z-]+|values\/(format|format-value|remembering|value))\.ts$/,
}

/** The open document, which the page of the editor shares with all that it loads later. */
const document = {
  name: 'document',
  test: /\/editor\/src\/(document\/(apply|command-error|document|group|insert|json|layer-frame|locks|move|names|references|replace|take-out|ungroup|workspace)|drafts\/draft-state|geometry\/(frame|matrix|stack-shape)|history\/[a-z-]+|source\/(fault|source-issue))\.ts$|\/screens\/editor\/(drafts\/server-draft|engine\/(expressions|key-of-path)|session\/(laid-out|open-session|record-actions|session|state|use-editor|view|view-actions))\.ts$|\/dashboard\/src\/strings\/(en\/)?editor\.ts$/,
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    lightContract(),
    lateExpressions(),
    engineZod(),
    schemasAhead(),
    harfbuzzApart(),
    react(),
    tailwind(),
    licences(),
    icons(),
    pack(),
  ],
  // Nothing may be inline: the server's policy forbids it.
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: { codeSplitting: { includeDependenciesRecursively: false, groups: [engine, small, texts, document] } },
      treeshake: { moduleSideEffects: [{ test: /\/packages\/(client|model|editor)\/src\//, sideEffects: false }] },
    },
  },
  server: { port: 4401, strictPort: true, proxy: { [served]: { target: server, changeOrigin: true } } },
})
