// Draws docs/sample.jpg, the picture of the README, with the renderer itself: npm exec -- node docs/make-sample.ts
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRenderer, type TemplateLayer } from '@pictable/renderer'
import { renderRows } from '@pictable/renderer/rows'

const examples = join(import.meta.dirname, '../examples')
/** Rows of products.csv, in the order of the sheet. */
const shown = [1, 4, 2, 11, 7, 5]
const columns = 3
const gapPx = 12
const cardPx = { width: 384, height: 201.6 }

const folder = await mkdtemp(join(tmpdir(), 'pictable-sample-'))
try {
  const { files } = await renderRows({
    templatePath: join(examples, 'templates/social-card.json'),
    rowsPath: join(examples, 'products.csv'),
    outDir: folder,
  })
  const layers = shown.map((row, place): TemplateLayer => {
    const src = files.find((path) => path.startsWith(join(folder, String(row).padStart(4, '0'))))
    if (src === undefined) throw new Error(`row ${row} of the sample has no picture`)
    const x = gapPx + (place % columns) * (cardPx.width + gapPx)
    const y = gapPx + Math.floor(place / columns) * (cardPx.height + gapPx)
    return { type: 'image', name: `Card ${place + 1}`, src, x, y, ...cardPx, radius: 8 }
  })
  const rows = Math.ceil(shown.length / columns)
  const sheet = await createRenderer({ load: (path) => readFile(path) }).render({
    template: {
      schema: 1,
      width: columns * (cardPx.width + gapPx) + gapPx,
      height: Math.round(rows * (cardPx.height + gapPx) + gapPx),
      background: '#17171f',
      layers,
    },
    formats: ['jpeg'],
    encoding: { jpeg: { quality: 88, mozjpeg: true } },
  })
  const [file] = sheet.files
  if (file === undefined) throw new Error('there is no picture')
  await writeFile(join(import.meta.dirname, 'sample.jpg'), file.bytes)
} finally {
  await rm(folder, { recursive: true })
}
