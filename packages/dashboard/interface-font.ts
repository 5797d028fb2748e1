import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import subset from 'subset-font'
import type { Plugin } from 'vite'

const folder = dirname(createRequire(import.meta.url).resolve('@fontsource-variable/inter/package.json'))
/** What the interface is set in: no thinner, no bolder, digits of one width in tables, and no other alternates. */
const weights = { min: 400, max: 600 }
const keepFeatures = ['ccmp', 'kern', 'locl', 'mark', 'mkmk', 'tnum']
/** What every page is written in. */
const FIRST = 'inter-latin-wght-normal.woff2'

interface Slice {
  readonly file: string
  readonly ranges: string
}

/** As the package slices it, by script. */
function slicesOf(css: string): Slice[] {
  const faces = css.matchAll(/url\(\.\/files\/([\w-]+\.woff2)\)[^}]*unicode-range:\s*([^;}]+)/g)
  return [...faces].map(([, file = '', ranges = '']) => ({ file, ranges: ranges.trim() }))
}

/** All characters of `U+0000-00FF,U+0131`. */
function charactersOf(ranges: string): string {
  return ranges
    .split(',')
    .flatMap((range) => {
      const [first = 0, last = first] = range
        .replace('U+', '')
        .split('-')
        .map((code) => Number.parseInt(code, 16))
      return Array.from({ length: last - first + 1 }, (_, place) => String.fromCodePoint(first + place))
    })
    .join('')
}

async function bytesOf({ file, ranges }: Slice): Promise<Uint8Array> {
  const whole = readFileSync(join(folder, 'files', file))
  const options = { targetFormat: 'woff2', variationAxes: { wght: weights }, keepFeatures, noHinting: true } as const
  return subset(whole, charactersOf(ranges), options)
}

/** Where it stays until it has come: as wide and as high, so that nothing moves then. */
const fallback = `@font-face{font-family:"Interface fallback";src:local("Arial"),local("Liberation Sans"),local("Helvetica");size-adjust:107.12%;ascent-override:90.44%;descent-override:22.52%;line-gap-override:0%}`

/**
 * Serves Inter to the interface, a file per script, of which a browser asks for those that a page has. Designs have
 * another Inter, the one that images are drawn with: this one has the weights of the interface alone.
 */
export function interfaceFont(isWanted: (file: string) => boolean = () => true): Plugin {
  let first = ''
  let sheet = ''
  return {
    name: 'pictable:interface-font',
    apply: 'build',
    async generateBundle() {
      const emit = (name: string, source: string | Uint8Array) =>
        this.getFileName(this.emitFile({ type: 'asset', name, source }))
      const slices = slicesOf(readFileSync(join(folder, 'index.css'), 'utf8')).filter(({ file }) => isWanted(file))
      const faces = await Promise.all(
        slices.map(async (slice) => {
          const path = emit(slice.file.replace('-wght-normal', ''), await bytesOf(slice))
          if (slice.file === FIRST) first = path
          return `@font-face{font-family:"Interface";font-weight:${weights.min} ${weights.max};font-display:swap;src:url(${basename(path)}) format("woff2");unicode-range:${slice.ranges}}`
        }),
      )
      if (first === '') throw new Error(`@fontsource-variable/inter has no ${FIRST}`)
      sheet = emit('inter.css', [...faces, fallback].join('\n'))
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        {
          tag: 'link',
          attrs: { rel: 'preload', href: `/${first}`, as: 'font', type: 'font/woff2', crossorigin: '' },
          injectTo: 'head',
        },
        { tag: 'link', attrs: { rel: 'stylesheet', href: `/${sheet}` }, injectTo: 'head' },
      ],
    },
  }
}
