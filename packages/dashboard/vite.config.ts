import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { engineZod } from './engine-zod.ts'
import { harfbuzzApart } from './harfbuzz-apart.ts'
import { licences } from './licences.ts'
import { lightContract } from './light-contract.ts'
import { pack } from './pack.ts'
import { schemasAhead } from './schemas-ahead.ts'

/** Everything but the pages: asked of the server, also while the dashboard is worked on. */
const served = '^/(v1|images|i|fonts|hooks|livez|readyz)(/|$|\\?)'
const server = process.env.PICTABLE_URL ?? 'http://127.0.0.1:4400'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [lightContract(), engineZod(), schemasAhead(), harfbuzzApart(), react(), tailwind(), licences(), pack()],
  // Nothing may be inline: the server's policy forbids it.
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      treeshake: { moduleSideEffects: [{ test: /\/packages\/(client|model|editor)\/src\//, sideEffects: false }] },
    },
  },
  server: { port: 4401, strictPort: true, proxy: { [served]: { target: server, changeOrigin: true } } },
})
