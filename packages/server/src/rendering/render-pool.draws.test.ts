import { parseTemplate } from '@pictable/renderer'
import { afterAll, expect, test } from 'vitest'
import { drawDesign } from '#core/template/draw-design.ts'
import { createRenderPool } from './render-pool.ts'

const photo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const pool = createRenderPool({
  processes: 1,
  deadlineMs: 60_000,
  compiledFolder: process.env.NODE_COMPILE_CACHE,
  loadPicture: async () => photo,
})
afterAll(() => pool.close())

test('drawDesign() warns of what images will show, not of what its small picture does', async () => {
  const design = parseTemplate({
    schema: 1,
    width: 2480,
    height: 1000,
    layers: [
      { type: 'qr-code', name: 'Code', value: 'https://example.com', width: 132, height: 132 },
      { type: 'image', name: 'Photo', src: 'asset:1', x: 200, width: 2, height: 2 },
    ],
  })
  const version = { templateId: null, version: null, design }
  const world = { renderer: pool, data: { fonts: { all: async () => [] } } }
  const drawn = await drawDesign(
    world as unknown as Parameters<typeof drawDesign>[0],
    { version, values: {}, widthPx: 1200 },
    new AbortController().signal,
  )
  expect(drawn.file?.widthPx).toBe(1200)
  expect(drawn.warnings).toEqual([
    {
      layer: 'Photo',
      severity: 'warning',
      message: 'the picture has too few pixels: it is enlarged to 200 % of its size',
    },
  ])
})
