import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { all, makeAction, startWholeApp, trigger, untilEnded, type WholeApp } from './whole-app.ts'

let app: WholeApp
beforeAll(async () => {
  app = await startWholeApp()
})
afterAll(() => app.close())

const design = {
  schema: 1,
  name: 'Badge',
  width: 600,
  height: 300,
  layers: [{ type: 'text', name: 'Title', text: { bind: 'Name' }, width: 600, height: 300, fontSize: 64 }],
}

async function fetched(url: string) {
  const answer = await fetch(url)
  const isInSandbox = answer.headers.get('content-security-policy')?.includes('sandbox')
  return { isInSandbox, type: answer.headers.get('content-type'), bytes: new Uint8Array(await answer.arrayBuffer()) }
}

const pageSizes = (bytes: Uint8Array) =>
  [
    ...Buffer.from(bytes)
      .toString('latin1')
      .matchAll(/MediaBox \[([^\]]*)\]/g),
  ].map(([, box]) => box)

describe('images in every format', () => {
  test('are made by one request, each with its settings', async () => {
    const template = await app.client.templates.create({ body: { design, publish: true } })
    const { urls, files } = await app.client.images.create({
      body: {
        template_id: template.id,
        values: { Name: 'Ada' },
        formats: ['avif', 'pdf', 'png', 'jpeg', 'webp'],
        encoding: { png: { colors: 16 }, jpeg: { progressive: true }, webp: { lossless: true }, pdf: { dpi: 144 } },
      },
    })
    expect(files.map(({ format, width, height }) => [format, width, height])).toEqual(
      ['avif', 'pdf', 'png', 'jpeg', 'webp'].map((format) => [format, 600, 300]),
    )
    const avif = await fetched(urls.avif ?? '')
    expect([urls.avif?.endsWith('.avif'), avif.type]).toEqual([true, 'image/avif'])
    expect(await sharp(avif.bytes).metadata()).toMatchObject({ compression: 'av1', width: 600, height: 300 })
    const pdf = await fetched(urls.pdf ?? '')
    expect([urls.pdf?.endsWith('.pdf'), pdf.type]).toEqual([true, 'application/pdf'])
    // No browser shows a PDF that is in one.
    expect([avif.isInSandbox, pdf.isInSandbox]).toEqual([true, false])
    expect(pageSizes(pdf.bytes)).toEqual(['0 0 300 150'])
    const metadata = async (url = '') => sharp((await fetched(url)).bytes).metadata()
    expect(await metadata(urls.png)).toMatchObject({ isPalette: true, bitsPerSample: 4 })
    expect(await metadata(urls.jpeg)).toMatchObject({ isProgressive: true })
  })

  test('are what an action makes, with the settings it keeps; its preview is a picture', async () => {
    const { client } = app
    const rows = [{ Name: 'Ada' }, { Name: 'Bob' }]
    const { actionId } = await makeAction(client, { fields: [{ name: 'Name', kind: 'text' }], rows, design })
    const params = { id: actionId }
    const output = { formats: ['pdf' as const, 'avif' as const], encoding: { pdf: { dpi: 300 } } }
    expect(await client.actions.update({ params, body: { output } })).toMatchObject({ output })
    const { results: previews } = await client.actions.preview({ params })
    expect(previews.map(({ image }) => image?.format)).toEqual(['avif', 'avif'])
    const ended = await untilEnded(client, await trigger(client, actionId))
    expect(ended).toMatchObject({ state: 'completed', rendered: 2 })
    const images = await all((query) => client.images.list({ query: { ...query, action_id: actionId } }))
    expect(images.map(({ format, urls }) => [format, Object.keys(urls).sort()])).toEqual(
      rows.map(() => ['pdf', ['avif', 'pdf']]),
    )
    for (const { url } of images) expect(pageSizes((await fetched(url)).bytes)).toEqual(['0 0 144 72'])
    await client.actions.update({ params, body: { output: { ...output, encoding: { pdf: { dpi: 150 } } } } })
    const again = await untilEnded(client, await trigger(client, actionId))
    expect(again).toMatchObject({ state: 'completed', rendered: 2 })
  })

  test('are refused with the place of what is wrong', async () => {
    const template = await app.client.templates.create({ body: { design, publish: true } })
    const encoding = { png: { colors: 1 }, pdf: { dpi: 10 } }
    const refused = app.client.images.create({ body: { template_id: template.id, formats: ['png'], encoding } })
    await expect(refused).rejects.toMatchObject({
      status: 400,
      problem: { errors: [{ pointer: '/encoding/png/colors' }, { pointer: '/encoding/pdf/dpi' }] },
    })
  })
})
