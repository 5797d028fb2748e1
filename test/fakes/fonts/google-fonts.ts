import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { z } from 'zod'

/** A folder with a package of the font pack: Bebas Neue. */
export const fontPack = join(import.meta.dirname, 'pack')

/** The answer for a file: its bytes, or a status. */
type FakeFile = (() => Uint8Array) | number

interface FakeFamily {
  /** As keys of the list of Google Fonts, such as `400` and `400i`. */
  faces: readonly string[]
  subsets?: readonly string[]
  axes?: readonly { tag: string; min: number; max: number; defaultValue: number }[]
  files: Readonly<Record<string, FakeFile>>
}

const file = (path: string) => () => readFileSync(`node_modules/${path}`)

const googleFamilies: Readonly<Record<string, FakeFamily>> = {
  'Playfair Display': {
    faces: ['400', '700', '900', '400i'],
    subsets: ['menu', 'cyrillic', 'latin', 'latin-ext', 'vietnamese'],
    axes: [{ tag: 'wght', min: 400, max: 900, defaultValue: 400 }],
    files: {
      'PlayfairDisplay-VariableFont_wght.ttf': file('inter-ui/variable/InterVariable.woff2'),
      'PlayfairDisplay-Italic-VariableFont_wght.ttf': file('inter-ui/variable/InterVariable-Italic.woff2'),
      'static/PlayfairDisplay-Bold.ttf': 500,
    },
  },
  'Sue Ellen Francisco': {
    faces: ['100', '400'],
    files: {
      'SueEllenFrancisco-Thin.ttf': file('@expo-google-fonts/noto-sans-mono/100Thin/NotoSansMono_100Thin.ttf'),
      'SueEllenFrancisco-Regular.ttf': file('@expo-google-fonts/noto-sans-mono/400Regular/NotoSansMono_400Regular.ttf'),
    },
  },
  'Noto Serif Hebrew': {
    faces: ['400'],
    files: {
      'NotoSerifHebrew-Regular.ttf': file('@expo-google-fonts/noto-serif/400Regular/NotoSerif_400Regular.ttf'),
    },
  },
  'No Font': { faces: ['400'], files: { 'NoFont-Regular.ttf': () => new TextEncoder().encode('<html>') } },
  'Too Large': { faces: ['400'], files: { 'TooLarge-Regular.ttf': () => new Uint8Array(30_000_000) } },
  Lost: { faces: ['400'], files: { 'Lost-Regular.ttf': 404 } },
}

/** Google Fonts on loopback: the list of families, the files of one, and these. */
export async function startGoogleFonts(families: Readonly<Record<string, FakeFamily>> = googleFamilies) {
  const calls: string[] = []
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://fonts')
    calls.push(request.url ?? '')
    const json = (body: unknown) => response.end(`)]}'\n${JSON.stringify(body)}`)
    if (pathname === '/metadata/fonts') {
      const list = Object.entries(families).map(([family, { faces, axes = [], subsets }]) => {
        return { family, category: 'Serif', fonts: Object.fromEntries(faces.map((face) => [face, {}])), axes, subsets }
      })
      return json({ familyMetadataList: list })
    }
    const found = families[searchParams.get('family') ?? '']
    if (pathname === '/download/list' && found !== undefined) {
      const { port } = z.object({ port: z.number() }).parse(server.address())
      const fileRefs = Object.keys(found.files).map((filename) => {
        const query = new URLSearchParams({ family: searchParams.get('family') ?? '', filename })
        return { filename, url: `http://127.0.0.1:${port}/file?${query}` }
      })
      return json({ manifest: { files: [], fileRefs } })
    }
    const asked = found?.files[searchParams.get('filename') ?? '']
    response.statusCode = typeof asked === 'number' ? asked : asked === undefined ? 404 : 200
    return response.end(typeof asked === 'function' ? asked() : undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = z.object({ port: z.number() }).parse(server.address())
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
