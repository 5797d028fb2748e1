import { globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { bundle } from './bundle.ts'
import { BASE } from './src/pages/page.ts'
import { readNavigation } from './src/pages/read-navigation.ts'
import { buildSite } from './src/site.ts'
import { root, writeStamp } from './stamp.ts'

const compress = promisify(brotliCompress)
const packed = /\.(js|css|html|svg|json)$/
/** Of pages there are many, each of which is read seldom: the best compression of all would take ten seconds. */
const qualityOf = (file: string) => (file.endsWith('.html') ? 9 : 11)

function isSame(path: string, content: Uint8Array): boolean {
  try {
    return readFileSync(path).equals(content)
  } catch {
    return false
  }
}

/** Writes a file unless it is there already, and a brotli file beside each text, so that the server compresses nothing. */
async function write(path: string, content: Uint8Array): Promise<void> {
  if (isSame(path, content)) return
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  if (!packed.test(path)) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: qualityOf(path) }
  writeFileSync(`${path}.br`, await compress(content, { params }))
}

/** Removes what an earlier site had. */
function removeOthers(dist: string, files: ReadonlyMap<string, unknown>): void {
  for (const file of globSync('**/*', { cwd: dist })) {
    if (!files.has(file.replace(/\.br$/, '')) && statSync(join(dist, file)).isFile()) rmSync(join(dist, file))
  }
}

/** `writeSite()` builds the site into a folder. */
export async function writeSite(dist: string): Promise<{ broken: string[]; pages: number }> {
  const { files: own, find } = await bundle(BASE)
  const site = await buildSite(root, readNavigation(root), {
    styles: [find(/\/inter-.*\.css$/), find(/\/site-.*\.css$/)],
    ...{ theme: find(/\/theme-.*\.js$/), script: find(/\/main-.*\.js$/) },
    ...{ font: find(/\/inter-latin-.*\.woff2$/), icon: find(/\/favicon-.*\.svg$/) },
  })
  const files = new Map([...own, ...site.files])
  rmSync(join(dist, '.stamp.json'), { force: true })
  await Promise.all([...files].map(([file, content]) => write(join(dist, file), Buffer.from(content))))
  removeOthers(dist, files)
  writeStamp(dist, site.sources)
  return { broken: site.broken, pages: [...files.keys()].filter((file) => file.endsWith('.html')).length }
}
