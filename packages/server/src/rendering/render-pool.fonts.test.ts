import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parseTemplate } from '@pictable/renderer'
import { expect, test } from 'vitest'
import type { Font } from '#core/font/font.ts'
import { createRenderPool } from './render-pool.ts'

const fromRenderer = createRequire(join(import.meta.dirname, '../../../renderer/package.json'))
const bytes = await readFile(
  fromRenderer.resolve('@expo-google-fonts/noto-sans-mono/400Regular/NotoSansMono_400Regular.ttf'),
)
const named = { family: 'Brand', weight: 400, style: 'normal' } as const
const brand: Font = {
  ...named,
  id: 'fnt_1',
  filename: 'brand.ttf',
  contentType: 'font/ttf',
  hash: 'of the font',
  sizeBytes: bytes.length,
  facts: { ...named, format: 'ttf', axes: [], glyphs: 9, scripts: [], sample: 'Tea' },
  createdAt: new Date(0),
}
const design = parseTemplate({
  schema: 1,
  width: 300,
  height: 200,
  layers: [{ type: 'text', name: 'Title', text: 'Tea', width: 300, height: 200, fontFamily: 'Brand' }],
})

test('records whose template waits for its fonts wait for no other, whoever gives up meanwhile', async () => {
  const asked: string[] = []
  const gate = Promise.withResolvers<Uint8Array>()
  const pool = createRenderPool({
    processes: 1,
    compiledFolder: process.env.NODE_COMPILE_CACHE,
    loadPicture: (src) => {
      asked.push(src)
      return gate.promise
    },
  })
  try {
    await pool.start()
    const version = { templateId: 'tpl_1', version: 1, design }
    const job = { version, values: {}, modifications: [], output: { formats: ['png' as const] }, fonts: [brand] }
    const first = new AbortController()
    const aborted = pool.render(job, first.signal)
    const others = Array.from({ length: 5 }, () => pool.render(job))
    await expect.poll(() => asked.length).toBe(6)
    first.abort(new Error('enough'))
    await expect(aborted).rejects.toThrow('enough')
    gate.resolve(bytes)
    await expect(Promise.all(others)).resolves.toHaveLength(5)
    expect(pool.stats()).toMatchObject({ timedOut: 0, crashed: 0 })
  } finally {
    await pool.close()
  }
})
