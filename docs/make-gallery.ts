// Draws docs/gallery.jpg, the contact sheet of examples/README.md, with the renderer itself: npm exec -- node docs/make-gallery.ts
import { globSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createRenderer, parseTemplate, type TemplateLayer } from '@pictable/renderer'
import { renderRows } from '@pictable/renderer/rows'

const root = join(import.meta.dirname, '..')
const widthPx = 1200
const gapPx = 14
/** What rows of the sheet are about as high as. */
const rowPx = 190

/** Which row of the data to show, where it is not the first one. */
const shownRows: Readonly<Record<string, number>> = { 'multilingual-card': 2, 'square-product': 2, story: 5 }

interface Tile {
  name: string
  src: string
  /** Width by height. */
  ratio: number
}

/** A picture of a design's sample data. */
async function tileOf(path: string, folder: string): Promise<Tile> {
  const name = basename(path, '.json')
  const own = globSync(`examples/data/${name}.csv`, { cwd: root })
  const rowsPath = join(root, own[0] ?? 'examples/products.csv')
  const { files } = await renderRows({ templatePath: path, rowsPath, outDir: join(folder, name), scale: 0.6 })
  const { width, height } = parseTemplate(JSON.parse(await readFile(path, 'utf8')))
  return { name, src: files[(shownRows[name] ?? 1) - 1] ?? '', ratio: width / height }
}

/** Rows of tiles, each about as full as the others. */
function rowsOf(tiles: readonly Tile[]): Tile[][] {
  const widths = tiles.map(({ ratio }) => ratio * rowPx + gapPx)
  const whole = widths.reduce((sum, each) => sum + each, 0)
  const rows = Array.from({ length: Math.round(whole / widthPx) }, (): Tile[] => [])
  let x = 0
  for (const [index, tile] of tiles.entries()) {
    const width = widths[index] ?? 0
    rows[Math.floor(((x + width / 2) / whole) * rows.length)]?.push(tile)
    x += width
  }
  return rows
}

const folder = await mkdtemp(join(tmpdir(), 'pictable-gallery-'))
try {
  const starters: object = JSON.parse(await readFile(join(root, 'examples/starters.json'), 'utf8'))
  const tiles: Tile[] = []
  for (const name of Object.keys(starters)) {
    tiles.push(await tileOf(join(root, 'examples/templates', `${name}.json`), folder))
  }
  let y = gapPx
  const layers = rowsOf(tiles).flatMap((row) => {
    const height = (widthPx - gapPx * (row.length + 1)) / row.reduce((sum, { ratio }) => sum + ratio, 0)
    let x = gapPx
    const placed = row.map(({ name, src, ratio }): TemplateLayer => {
      const layer: TemplateLayer = { type: 'image', name, src, x, y, width: height * ratio, height, radius: 8 }
      x += height * ratio + gapPx
      return layer
    })
    y += height + gapPx
    return placed
  })
  const sheet = await createRenderer({ load: (path) => readFile(path) }).render({
    template: { schema: 1, width: widthPx, height: Math.round(y), background: '#e9e9ee', layers },
    formats: ['jpeg'],
    encoding: { jpeg: { quality: 82, mozjpeg: true } },
  })
  const [file] = sheet.files
  if (file === undefined) throw new Error('there is no picture')
  await writeFile(join(import.meta.dirname, 'gallery.jpg'), file.bytes)
  console.log(`docs/gallery.jpg: ${Math.round(file.bytes.length / 1000)} kB`)
} finally {
  await rm(folder, { recursive: true })
}
