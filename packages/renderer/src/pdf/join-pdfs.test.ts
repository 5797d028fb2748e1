import { describe, expect, test } from 'vitest'
import { readPdf } from '#renderer/formats/read-pdf.test-kit.ts'
import { renderer, twoHalves } from '#renderer/testing/render.test-kit.ts'
import { joinPdfs } from './join-pdfs.ts'

const template = renderer.prepare({
  schema: 1,
  name: 'Badges',
  width: 300,
  height: 200,
  layers: [
    { type: 'image', name: 'Logo', src: 'logo', width: 40, height: 40 },
    { type: 'text', name: 'Who', text: { bind: 'Who' }, y: 50, width: 300, height: 60 },
  ],
})
const load = () => twoHalves()

async function pdfOf(...names: readonly string[]): Promise<Uint8Array> {
  const rows = names.map((Who) => ({ values: { Who } }))
  return (await renderer.renderPdf({ template, rows, load })).bytes
}

async function joined(files: readonly Uint8Array[], title = ''): Promise<Uint8Array> {
  const pieces = await Array.fromAsync(joinPdfs(one(files), { title }))
  return new Uint8Array(Buffer.concat(pieces))
}

async function* one(files: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* files
}

describe('joinPdfs()', () => {
  test('gives all pages in order, with what they share in it once', async () => {
    const files = [await pdfOf('Ada'), await pdfOf('Grace', 'Ada'), await pdfOf('Ada')]
    const bytes = await joined(files, 'Gäste')
    const { pages, images, raw } = readPdf(bytes)
    expect(pages.map(({ text, size }) => [text, ...size])).toEqual(
      ['Ada', 'Grace', 'Ada', 'Ada'].map((name) => [name, 225, 150]),
    )
    expect(images).toHaveLength(1)
    expect(raw).toContain('/Title <feff004700e4007300740065>')
    expect(await joined(files, 'Gäste')).toEqual(bytes)
    // What was joined can be joined again.
    expect(readPdf(await joined([bytes, await pdfOf('Alan')])).pages.map(({ text }) => text)).toEqual([
      'Ada',
      'Grace',
      'Ada',
      'Ada',
      'Alan',
    ])
  })

  test('keeps the links of all pages', async () => {
    const bytes = await joined([
      await pdfOf('[Ada](link=https://a.example)'),
      await pdfOf('[Bo](link=https://b.example)'),
    ])
    expect(readPdf(bytes).raw.match(/\/URI \([^)]*\)/g)).toEqual([
      '/URI (https://a.example/)',
      '/URI (https://b.example/)',
    ])
  })

  test('has its objects where its table says', async () => {
    const raw = Buffer.from(await joined([await pdfOf('Ada'), await pdfOf('Grace')])).toString('latin1')
    const table = raw.slice(Number(/startxref\n(\d+)/.exec(raw)?.[1]))
    const places = [...table.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset))
    expect(places.length).toBeGreaterThan(10)
    for (const [index, offset] of places.entries())
      expect(raw.slice(offset)).toMatch(new RegExp(`^${index + 1} 0 obj\n`))
    expect(table).toContain(`/Size ${places.length + 1}\n`)
  })

  test('refuses files that are none of ours, or broken', async () => {
    const whole = await pdfOf('Ada')
    const text = Buffer.from(whole).toString('latin1')
    const [parent = ''] = /\/Parent \d+ 0 R/.exec(text) ?? []
    const [contents = ''] = /\/Contents \d+ 0 R/.exec(text) ?? []
    const circle = text.replace(contents, parent.replace('Parent', 'Content2').padEnd(contents.length))
    const endless = text.replace(/xref\n0 \d+/, 'xref\n0 9999999999')
    for (const broken of ['', 'hello', text.slice(0, -100), text.slice(1), circle, endless]) {
      await expect(joined([Buffer.from(broken, 'latin1')])).rejects.toThrow(
        'is not a PDF that this renderer has written',
      )
    }
  })
})
