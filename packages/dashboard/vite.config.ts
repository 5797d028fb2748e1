import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { engine } from './engine-group.ts'
import { harfbuzzApart } from './harfbuzz-apart.ts'
import { icons } from './icon-set.ts'
import { interfaceFont } from './interface-font.ts'
import { lateExpressions } from './late-expressions.ts'
import { licences } from './licences.ts'
import { lightContract } from './light-contract.ts'
import { lineBreakRuns } from './line-break-runs.ts'
import { pack } from './pack.ts'
import { pageZod } from './page-zod.ts'
import { schemasAhead } from './schemas-ahead.ts'

/** Everything but the pages: asked of the server, also while the dashboard is worked on. */
const served = '^/(v1|images|i|fonts|hooks|livez|readyz|docs)(/|$|\\?)'
const server = process.env.PICTABLE_URL ?? 'http://127.0.0.1:4400'

/** What several pages share that is smaller than the headers of a file. */
const small = {
  name: 'small',
  test: /\/icons\/(arrow-left|chevron-left|info|redo-2|triangle-exclamation-point|undo-2)\.mjs$|\/dashboard\/src\/(forms\/text-of|ui\/fields\/keys|parts\/templates\/(schema-forms|template|to-design|uses-template))\.ts$|\/renderer\/src\/expressions\/braces\.ts$/,
}

/** How values are formatted: tables do it too, without the rest of the renderer. */
const formats = {
  name: 'formats',
  test: /\/dashboard\/src\/parts\/cells\/formatted(-words)?\.tsx?$|\/renderer\/src\/(errors\/render-error|values\/(date-pattern|format-defaults|format-field|format-value|locales|remembering|value))\.ts$/,
}

/** Libraries of every page: one file has one set of headers, and is compressed better than the ten of the bundler. */
const libraries = {
  name: 'libraries',
  test: /\/node_modules\/(react|react-dom|scheduler|use-sync-external-store|valibot|@tanstack\/(history|query-core|react-query|react-router|react-store|router-core|store))\//,
}

/** Parts of most pages, for the same reason. So many files that are loaded later need each of them, or more. */
const shared = {
  name: 'shared',
  minShareCount: 24,
  test: /\/packages\/(client|dashboard|model)\/src\/|\/node_modules\/lucide-react\//,
}

/** Pages list hundreds of files: seven characters tell a changed one, and take less than the eight of the bundler. */
const named = (type: string) => `assets/[name]-[hash:7].${type}`

/** Icons of several pages: each is smaller than the headers of a file. */
const sharedIcons = {
  name: 'shared-icons',
  minShareCount: 5,
  test: /\/node_modules\/lucide-react\//,
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    lightContract(),
    lineBreakRuns(),
    lateExpressions(),
    pageZod(),
    schemasAhead(),
    harfbuzzApart(),
    react(),
    tailwind(),
    interfaceFont(),
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
    // Barcodes of all kinds are one file of 930 kB, loaded with the first of them.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [small, formats, engine(), libraries, shared, sharedIcons],
        },
        entryFileNames: named('js'),
        chunkFileNames: named('js'),
        assetFileNames: named('[ext]'),
      },
      treeshake: {
        // A module is loaded by what uses it, not by all that could.
        moduleSideEffects: [{ test: /\/packages\/(client|model|editor|renderer)\/src\//, sideEffects: false }],
      },
    },
  },
  server: { port: 4401, strictPort: true, proxy: { [served]: { target: server, changeOrigin: true } } },
})
