import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createRenderer } from '#renderer/node/create-renderer.ts'
import { parseTemplate, type Template } from '#renderer/template/template.ts'

const template = parseTemplate({
  schema: 1,
  width: 401,
  height: 300,
  background: { type: 'linear', angle: 30, stops: [{ color: '#ffeecc' }, { color: '#2266aa' }] },
  layers: [
    { type: 'ellipse', name: 'Sun', x: 250, y: 20, width: 120, height: 120, fill: '#ffcc00' },
    { type: 'rectangle', name: 'Ground', x: 0, y: 250, width: 401, height: 50, fill: '#224422' },
    {
      type: 'text',
      name: 'Title',
      x: 33,
      y: 40,
      width: 150,
      height: 30,
      fontSize: 20,
      text: { bind: 'Title' },
      fit: 'grow',
    },
    { type: 'text', name: 'Price', x: 300, y: 200, width: 60, height: 20, fontSize: 16, text: { bind: 'Price' } },
  ],
})
const records = ['One', 'A title over many lines, far longer than the others', '', 'gÅj', 'One'].map(
  (Title, index) => ({
    Title,
    Price: `${index * 17}`,
  }),
)

/** With pictures that hide each other and the text, leave the page, have round corners or lie between its pixels. */
const withPhotos = parseTemplate({
  ...template,
  width: 900,
  height: 620,
  layers: [
    ...template.layers,
    { type: 'image', name: 'Back', x: 20, y: 60, width: 400, height: 300, src: { bind: 'Back' } },
    { type: 'image', name: 'Large', x: 330, y: -30, width: 600, height: 500, radius: 60, src: { bind: 'Large' } },
    { type: 'image', name: 'Between', x: 10.5, y: 400, width: 101, height: 99, src: { bind: 'Back' } },
    { type: 'image', name: 'Faint', x: 200, y: 400, width: 99, height: 99, opacity: 0.5, src: { bind: 'Back' } },
    { type: 'text', name: 'Over', x: 380, y: 440, width: 300, height: 40, fill: '#fff', text: { bind: 'Title' } },
  ],
})
const photos = [
  { Back: 'rough', Large: 'smooth' },
  { Back: 'smooth', Large: 'rough' },
  { Back: 'rough', Large: 'clear' },
  { Back: '', Large: 'rough' },
  { Back: 'smooth', Large: '' },
]
const withPhotosRecords = records.map((record, at) => ({ ...record, ...photos[at] }))

const noise = (sigma: number) =>
  sharp({
    create: { width: 431, height: 330, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma } },
  })
const files = new Map([
  ['rough', await noise(60).jpeg().toBuffer()],
  ['smooth', await noise(20).jpeg().toBuffer()],
  ['clear', await noise(20).ensureAlpha(0.5).png().toBuffer()],
])
const load = async (src: string) => files.get(src) ?? new Uint8Array()

type Values = Readonly<Record<string, string>>

async function bytesOf(renderer: ReturnType<typeof createRenderer>, page: Template, values: Values): Promise<string> {
  const { files } = await renderer.render({ template: page, values, load })
  return Buffer.from(files[0]?.bytes ?? []).toString('base64')
}

test.each([
  ['texts', template, records],
  ['photos', withPhotos, withPhotosRecords],
])('render() leaves nothing of %s in the pictures of others, one by one or at once', async (_, page, rows) => {
  const alone: string[] = []
  for (const values of rows) alone.push(await bytesOf(createRenderer(), page, values))
  expect(new Set(alone).size).toBeGreaterThan(3)
  const renderer = createRenderer()
  for (let round = 0; round < 3; round++) {
    const inTurn: string[] = []
    for (const values of rows) inTurn.push(await bytesOf(renderer, page, values))
    expect(inTurn.map((bytes, at) => bytes === alone[at])).toEqual(rows.map(() => true))
    const atOnce = await Promise.all(rows.map((values) => bytesOf(renderer, page, values)))
    expect(atOnce.map((bytes, at) => bytes === alone[at])).toEqual(rows.map(() => true))
  }
})
