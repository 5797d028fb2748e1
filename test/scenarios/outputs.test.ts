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

describe('an action with several outputs', () => {
  const story = {
    ...design,
    name: 'Story',
    width: 300,
    height: 900,
    layers: design.layers.map((layer) => ({ ...layer, width: 300 })),
  }
  const fields = [
    { name: 'Name', kind: 'text' as const },
    { name: 'Card', kind: 'url' as const },
    { name: 'Story', kind: 'url' as const },
    { name: 'Files', kind: 'attachments' as const },
    { name: 'State', kind: 'text' as const },
  ]
  const attachment = { field: 'Files', mode: 'append' as const }

  async function makeSeveral() {
    const { client } = app
    const { actionId, tableId } = await makeAction(client, { fields, rows: [{ Name: 'Ada' }, { Name: 'Bob' }], design })
    const { id: storyId } = await client.templates.create({ body: { design: story, publish: true } })
    const params = { id: actionId }
    const outputs = [
      { name: 'card', formats: ['png' as const], write_back: { url: 'Card', attachment } },
      { name: 'small', width: 150, formats: ['jpeg' as const], write_back: { attachment } },
      { name: 'story', template_id: storyId, formats: ['webp' as const], write_back: { url: 'Story' } },
    ]
    const action = await client.actions.update({ params, body: { outputs, write_back: { status: 'State' } } })
    return { client, actionId, tableId, params, outputs, action, storyId }
  }

  test('renders each, writes each into its cells, and lists each', async () => {
    const { client, actionId, tableId, params, action, storyId } = await makeSeveral()
    expect(action).toMatchObject({
      output: { formats: ['png'] },
      outputs: [
        { name: 'card' },
        { name: 'small', width: 150, template_id: action.template_id },
        { template_id: storyId },
      ],
      write_back: {
        url: { name: 'Card' },
        attachment: { field: { name: 'Files' }, mode: 'append' },
        status: { name: 'State' },
      },
    })
    const run = await untilEnded(client, await trigger(client, actionId))
    const each = { rendered: 2, skipped: 0, failed: 0 }
    expect(run).toMatchObject({
      ...{ state: 'completed', total: 2, rendered: 2, written_back: 2 },
      outputs: ['card', 'small', 'story'].map((name) => ({ name, ...each })),
    })
    const images = await all((query) => client.images.list({ query: { ...query, run_id: run.id } }))
    expect(images.map(({ output, width, height, format }) => [output, width, height, format]).sort()).toEqual([
      ...[1, 2].map(() => ['card', 600, 300, 'png']),
      ...[1, 2].map(() => ['small', 150, 75, 'jpeg']),
      ...[1, 2].map(() => ['story', 300, 900, 'webp']),
    ])
    const small = await client.images.list({ query: { run_id: run.id, output: 'small', limit: 10 } })
    expect(small.results.map(({ output }) => output)).toEqual(['small', 'small'])
    const [row] = (await client.tables.rows({ params: { id: tableId } })).results
    expect(row?.fields).toMatchObject({
      Card: expect.stringContaining('.png'),
      Story: expect.stringContaining('.webp'),
      State: 'completed',
    })
    expect(row?.fields.Files).toMatchObject([
      { filename: expect.stringMatching(/^ada-card-.*png$/) },
      { filename: expect.stringMatching(/^ada-small-.*jpg$/) },
    ])
    const { results: records } = await client.runs.records({ params: { id: run.id } })
    expect(records[0]?.outputs.map(({ name, state, image_url: url }) => [name, state, url !== null])).toEqual([
      ['card', 'rendered', true],
      ['small', 'rendered', true],
      ['story', 'rendered', true],
    ])
    const { results: previews } = await client.actions.preview({ params, body: { limit: 1, output_name: 'story' } })
    expect(previews[0]?.image).toMatchObject({ width: 300, height: 900 })
    await expect(client.actions.preview({ params, body: { output_name: 'none' } })).rejects.toMatchObject({
      problem: { errors: [{ pointer: '/output_name', detail: expect.stringContaining('card') }] },
    })
  })

  test('renders the output alone whose template was published again', async () => {
    const { client, actionId, storyId } = await makeSeveral()
    await untilEnded(client, await trigger(client, actionId))
    const layers = story.layers.map((layer) => ({ ...layer, fontSize: 40 }))
    await client.templates.update({ params: { id: storyId }, body: { design: { ...story, layers } } })
    await client.templates.publish({ params: { id: storyId } })
    const run = await untilEnded(client, await trigger(client, actionId))
    expect(run).toMatchObject({
      rendered: 2,
      outputs: [{ skipped: 2 }, { skipped: 2 }, { name: 'story', rendered: 2 }],
    })
  })

  test('keeps nineteen images of a record where the twentieth fails, and a retry renders that one alone', async () => {
    const { client } = app
    const { actionId, tableId, rowIds } = await makeAction(client, {
      fields: ['Name', 'Photo', 'State', 'Reason', 'o7', 'o8'].map((name) => ({ name, kind: 'text' as const })),
      rows: [{ Name: 'Ada' }, { Name: 'Bob' }],
      design,
    })
    const photo = { type: 'image', name: 'Photo', src: { bind: 'Photo' }, onMissing: 'fail', width: 99, height: 99 }
    const { id: brokenId } = await client.templates.create({
      body: { design: { ...design, layers: [...design.layers, photo] }, publish: true },
    })
    const outputs = Array.from({ length: 20 }, (_, n) => ({
      ...{ name: `o${n}`, width: 60 + n },
      ...(n === 7 && { template_id: brokenId }),
      ...((n === 7 || n === 8) && { write_back: { url: `o${n}` } }),
    }))
    const body = { outputs, write_back: { status: 'State', error: 'Reason' } }
    await client.actions.update({ params: { id: actionId }, body })
    const run = await untilEnded(client, await trigger(client, actionId))
    expect(run).toMatchObject({ state: 'completed', total: 2, rendered: 0, failed: 2 })
    expect(run.outputs.map(({ name, rendered, failed }) => [name, rendered, failed])).toEqual(
      outputs.map(({ name }) => [name, name === 'o7' ? 0 : 2, name === 'o7' ? 2 : 0]),
    )
    const imagesOf = (run_id: string) => all((query) => client.images.list({ query: { ...query, run_id } }))
    const made = await imagesOf(run.id)
    expect(made).toHaveLength(38)
    for (const { url } of made) expect((await fetch(url)).status).toBe(200)
    const rowsNow = async () => (await client.tables.rows({ params: { id: tableId } })).results
    const [row] = await rowsNow()
    expect(row?.fields).toMatchObject({ State: 'failed', Reason: expect.stringContaining('output "o7"') })
    expect([row?.fields.o7 ?? null, row?.fields.o8]).toEqual([null, expect.stringContaining('/images/')])

    const again = await untilEnded(client, (await client.runs.retryFailed({ params: { id: run.id } })).id)
    expect(again, 'it fails again, and nothing else is rendered').toMatchObject({ rendered: 0, failed: 2 })
    expect(await imagesOf(again.id)).toEqual([])
    const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#f00' } })
      .png()
      .toBuffer()
    const fixed = { Photo: `data:image/png;base64,${png.toString('base64')}` }
    const rows = rowIds.map((id) => ({ id, fields: fixed }))
    await client.tables.updateRows({ params: { id: tableId }, body: { rows } })
    const last = await untilEnded(client, (await client.runs.retryFailed({ params: { id: again.id } })).id)
    expect(last).toMatchObject({ rendered: 2, failed: 0 })
    expect((await imagesOf(last.id)).map(({ output }) => output)).toEqual(['o7', 'o7'])
    expect((await rowsNow())[0]?.fields).toEqual({
      ...{ Name: 'Ada', ...fixed, State: 'completed' },
      ...{ o7: expect.stringContaining('/images/'), o8: row?.fields.o8 },
    })
  })

  test('is rejected where the list and the single fields say it twice', async () => {
    const { client, params, outputs } = await makeSeveral()
    const [first] = outputs
    if (first === undefined) throw new Error('there are outputs')
    const body = { outputs: [first], output: { quality: 50 }, write_back: { url: 'Card' } }
    await expect(client.actions.update({ params, body })).rejects.toMatchObject({
      status: 400,
      problem: { errors: [{ pointer: '/output' }, { pointer: '/write_back/url' }] },
    })
    const many = Array.from({ length: 21 }, (_, index) => ({ name: `o${index}` }))
    await expect(client.actions.update({ params, body: { outputs: many } })).rejects.toMatchObject({
      problem: { errors: [{ pointer: '/outputs' }] },
    })
  })
})

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
