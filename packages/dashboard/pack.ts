import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vite'

const compress = promisify(brotliCompress)
const packed = /\.(js|css|html|svg|json)$/

/** Puts a brotli file beside every text that is built, so that the server compresses nothing. */
export function pack(): Plugin {
  let folder = ''
  return {
    name: 'pictable:pack',
    apply: 'build',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir)
    },
    async closeBundle() {
      const files = await readdir(folder, { recursive: true })
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
      await Promise.all(
        files
          .filter((file) => packed.test(file))
          .map(async (file) => {
            const path = join(folder, file)
            await writeFile(`${path}.br`, await compress(await readFile(path), { params }))
          }),
      )
    },
  }
}
