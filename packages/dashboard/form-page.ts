import { join } from 'node:path'
import { build } from 'vite'
import { pack } from './pack.ts'

const folder = import.meta.dirname

/** Builds the public page of forms into the files of the dashboard: one script and one style sheet, which share nothing with it. */
export async function buildFormPage(): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    root: join(folder, 'form-page'),
    publicDir: false,
    plugins: [pack()],
    build: {
      outDir: join(folder, 'dist'),
      emptyOutDir: false,
      target: 'es2023',
      cssTarget: 'esnext',
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: {
          'form-page': join(folder, 'form-page', 'main.ts'),
          'form-page-style': join(folder, 'form-page', 'page.css'),
        },
        output: {
          entryFileNames: 'assets/[name]-[hash:7].js',
          assetFileNames: 'assets/form-page-[hash:7].[ext]',
        },
      },
    },
  })
}
