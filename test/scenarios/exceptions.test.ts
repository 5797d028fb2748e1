import { ApiError } from '@pictable/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { all, type MadeAction, makeAction, startWholeApp, trigger, untilEnded, type WholeApp } from './whole-app.ts'

let app: WholeApp
beforeAll(async () => {
  app = await startWholeApp()
})
afterAll(() => app.close())

const design = {
  schema: 1,
  name: 'Card',
  width: 120,
  height: 60,
  layers: [
    { type: 'rectangle', name: 'Band', width: 120, height: 20, fill: '#00f' },
    { type: 'text', name: 'Title', text: { bind: 'Name' }, y: 20, width: 120, height: 40, fontSize: 20 },
  ],
}

interface Made extends MadeAction {
  ada: string
  bob: string
}

async function makeTwo(): Promise<Made> {
  const made = await makeAction(app.client, {
    fields: [{ name: 'Name', kind: 'text' }],
    rows: [{ Name: 'Ada' }, { Name: 'Bob' }],
    design,
  })
  const [ada = '', bob = ''] = made.rowIds
  return { ...made, ada, bob }
}

type Modifications = Parameters<WholeApp['client']['exceptions']['save']>[0]['body']['modifications']

const save = (id: string, record_id: string, modifications: Modifications) =>
  app.client.exceptions.save({ params: { id, record_id }, body: { modifications } })

const sold: Modifications = [{ name: 'Title', text: 'Sold', x: 8 }]

/** Records that the action has had images of, as a source may have called them. */
const haveImages = (actionId: string, recordIds: readonly string[]) =>
  app.world.data.outputs.upsert(
    recordIds.map((recordId) => ({
      ...{ actionId, recordId, output: '', fingerprint: 'f' },
      ...{ imageId: 'img_none', writtenTo: [] },
    })),
  )

/** The errors of a request that is refused. */
async function errorsOf(work: Promise<unknown>) {
  const error = await work.catch((reason: unknown) => reason)
  if (!(error instanceof ApiError)) throw new Error('not refused')
  return { status: error.status, errors: error.problem.errors.map(({ pointer, detail }) => `${pointer}: ${detail}`) }
}

describe('an exception of a record', () => {
  test('is saved, replaced, listed by record and removed', async () => {
    const { actionId: id, ada, bob } = await makeTwo()
    expect(await save(id, ada, sold)).toMatchObject({ record_id: ada, modifications: sold, warnings: [] })
    await save(id, bob, sold)
    const colour = [{ name: 'Band', color: 'red' }]
    expect(await save(id, bob, colour)).toMatchObject({ modifications: [{ name: 'Band', fill: 'red' }] })
    const listed = await all((query) => app.client.exceptions.list({ params: { id }, query }))
    expect(listed.map(({ record_id }) => record_id)).toEqual([ada, bob].sort())
    const params = { id, record_id: ada }
    expect(await app.client.exceptions.get({ params })).toMatchObject({ action_id: id, modifications: sold })
    await app.client.exceptions.delete({ params })
    expect(await errorsOf(app.client.exceptions.get({ params }))).toMatchObject({ status: 404 })
    expect(await errorsOf(app.client.exceptions.delete({ params }))).toMatchObject({ status: 404 })
  })

  test('is listed page by page', async () => {
    const { actionId: id } = await makeTwo()
    await haveImages(id, ['a', 'b', 'c'])
    for (const record of ['a', 'b', 'c']) await save(id, record, sold)
    const first = await app.client.exceptions.list({ params: { id }, query: { limit: 2 } })
    expect([first.results.length, first.next !== null]).toEqual([2, true])
    const after = first.next ?? ''
    const rest = await app.client.exceptions.list({ params: { id }, query: { limit: 2, after } })
    expect([rest.results.map(({ record_id }) => record_id), rest.next]).toEqual([['c'], null])
  })

  test('may be of any record id that a source gives', async () => {
    const { actionId: id } = await makeTwo()
    const ids = ['a/b?c=1#d', 'é %2F', '{"k":[1]}', 'x'.repeat(500)]
    await haveImages(id, ids)
    for (const record_id of ids) {
      await save(id, record_id, sold)
      const params = { id, record_id }
      expect((await app.client.exceptions.get({ params })).record_id).toBe(record_id)
      await app.client.exceptions.delete({ params })
    }
  })

  test.each<[string, Modifications, string]>([
    [
      'an unknown layer',
      [{ name: 'Titel', text: 'x' }],
      '/modifications/0/name: There is no layer named "Titel". There are: "Band", "Title".',
    ],
    [
      'an unknown property',
      [{ name: 'Title', txt: 'x' }],
      '/modifications/0/txt: The layer "Title" (text) has no property "txt". It has: ',
    ],
    [
      'a value that does not suit',
      [{ name: 'Title', fontSize: 'big' }],
      '/modifications/0/fontSize: layer "Title": fontSize: ',
    ],
    [
      'a font that is not there',
      [{ name: 'Title', fontFamily: 'NoSuchFont' }],
      '/modifications/0/fontFamily: There is no font family "NoSuchFont". Upload it, or choose one of these: ',
    ],
    ['no colour', [{ name: 'Band', fill: 'bluish' }], '/modifications/0/fill: layer "Band": fill: '],
    ['nothing', [{ name: 'Title' }], '/modifications/0: The modification of the layer "Title" changes nothing.'],
    [
      'a layer twice',
      [
        { name: 'Title', x: 1 },
        { name: 'Title', y: 1 },
      ],
      '/modifications/1/name: The layer "Title" is named twice.',
    ],
    [
      'a property twice',
      [{ name: 'Title', fill: 'red', color: 'blue' }],
      '/modifications/0/color: The property "fill" of the layer "Title" is given twice.',
    ],
    [
      'an unknown output',
      [{ name: 'Title', output: 'story', x: 1 }],
      '/modifications/0/output: The action has no output "story". It has: ',
    ],
    ['too much text', [{ name: 'Title', text: 'x'.repeat(70_000) }], '/modifications: must have at most 64 KiB.'],
    ['too many bytes', [{ name: 'Title', text: '茶'.repeat(22_000) }], '/modifications: must have at most 64 KiB.'],
    ['an empty list', [], '/modifications: '],
  ])('is refused with %s', async (_, modifications, error) => {
    const { actionId, ada } = await makeTwo()
    const refused = await errorsOf(save(actionId, ada, modifications))
    expect(refused).toMatchObject({ status: 400, errors: [expect.stringContaining(error)] })
  })

  test('is not stored for an id that no record has, or can have', async () => {
    const { actionId } = await makeTwo()
    const unknown = await save(actionId, 'row_none', sold).catch((error: ApiError) => error.problem)
    expect(unknown).toMatchObject({ status: 404, detail: expect.stringContaining('has no record "row_none"') })
    expect(await errorsOf(save(actionId, 'rec\0', sold))).toMatchObject({ status: 404 })
    expect((await app.client.exceptions.list({ params: { id: actionId } })).results).toEqual([])
  })

  test('names the exception whose picture cannot be fetched', async () => {
    const layers = [{ type: 'image', name: 'Pic', src: { bind: 'Photo' }, width: 20, height: 20 }]
    const { actionId, rowIds } = await makeAction(app.client, {
      fields: [{ name: 'Photo', kind: 'text' }],
      rows: [{ Photo: 'asset:none' }],
      design: { ...design, layers },
    })
    await save(actionId, rowIds[0] ?? '', [{ name: 'Pic', src: 'http://127.0.0.1:1/none.png' }])
    const { id } = await untilEnded(app.client, await trigger(app.client, actionId))
    const [record] = (await app.client.runs.records({ params: { id } })).results
    expect(record?.reason?.message).toContain('the exception of layer "Pic"')
  })

  test('needs its action, and the scope of its editors', async () => {
    const { actionId, ada } = await makeTwo()
    expect(await errorsOf(save('act_none', ada, sold))).toMatchObject({ status: 404 })
    expect(await errorsOf(app.client.exceptions.list({ params: { id: 'act_none' } }))).toMatchObject({ status: 404 })
    await save(actionId, ada, sold)
    await app.client.actions.delete({ params: { id: actionId } })
    expect(await app.world.data.exceptions.get(actionId, ada)).toBeNull()
  })

  test('is erased with its record', async () => {
    const { actionId, ada, bob } = await makeTwo()
    await untilEnded(app.client, await trigger(app.client, actionId))
    expect(await save(actionId, ada, sold)).toMatchObject({ label: 'Ada' })
    await save(actionId, bob, sold)
    await app.client.actions.erase({ params: { id: actionId }, body: { record_ids: [ada] } })
    const { results } = await app.client.exceptions.list({ params: { id: actionId } })
    expect(results.map(({ record_id }) => record_id)).toEqual([bob])
  })
})

describe('images of a record with an exception', () => {
  const imagesOf = async (actionId: string, record_id: string) =>
    (await app.client.images.list({ query: { action_id: actionId, record_id } })).results

  const hashOf = (url = '') => url.split('/').at(-1)

  async function run(actionId: string) {
    const { rendered, skipped, failed } = await untilEnded(app.client, await trigger(app.client, actionId))
    return { rendered, skipped, failed }
  }

  test('change alone, and become what they were when it is removed', async () => {
    const { actionId, ada } = await makeTwo()
    expect(await run(actionId)).toEqual({ rendered: 2, skipped: 0, failed: 0 })
    const [first] = await imagesOf(actionId, ada)
    await save(actionId, ada, sold)
    expect(await run(actionId)).toEqual({ rendered: 1, skipped: 1, failed: 0 })
    const [changed] = await imagesOf(actionId, ada)
    expect(changed).toMatchObject({ modifications: sold })
    expect(hashOf(changed?.url)).not.toBe(hashOf(first?.url))
    expect(await run(actionId)).toEqual({ rendered: 0, skipped: 2, failed: 0 })
    await app.client.exceptions.delete({ params: { id: actionId, record_id: ada } })
    expect(await run(actionId)).toEqual({ rendered: 1, skipped: 1, failed: 0 })
    const [last] = await imagesOf(actionId, ada)
    expect([last?.modifications, hashOf(last?.url)]).toEqual([[], hashOf(first?.url)])
  })

  test('are previewed with it, or with what is not saved yet', async () => {
    const { actionId: id, ada, bob } = await makeTwo()
    const preview = async (body: object) => {
      const { results } = await app.client.actions.preview({ params: { id }, body: { record_ids: [ada], ...body } })
      return results[0]?.image?.data
    }
    const plain = await preview({})
    const unsaved = await preview({ modifications: sold })
    expect(unsaved).not.toBe(plain)
    await save(id, ada, sold)
    expect(await preview({})).toBe(unsaved)
    expect(await preview({ modifications: [] })).toBe(plain)
    expect(await preview({ record_ids: [bob] })).not.toBe(unsaved)
    const wrong = errorsOf(preview({ modifications: [{ name: 'Titel', text: 'x' }] }))
    expect(await wrong).toMatchObject({
      status: 400,
      errors: [expect.stringContaining('There is no layer named "Titel"')],
    })
  })

  test('survive new versions of the template; what has no layer any more is a warning', async () => {
    const { actionId, ada } = await makeTwo()
    await save(actionId, ada, [...sold, { name: 'Band', fill: 'red' }])
    await run(actionId)
    const { template_id: id } = await app.client.actions.get({ params: { id: actionId } })
    const [, title] = design.layers
    const layers = [
      { type: 'rectangle', name: 'Stripe', width: 120, height: 20 },
      { ...title, fontSize: 24 },
    ]
    await app.client.templates.update({ params: { id }, body: { design: { ...design, layers } } })
    await app.client.templates.publish({ params: { id } })
    const { id: runId, warnings } = await untilEnded(app.client, await trigger(app.client, actionId))
    expect(warnings).toEqual({ unused_exception: 1 })
    const { results } = await app.client.runs.records({
      params: { id: runId },
      query: { warnings: 'unused_exception' },
    })
    expect(results.map(({ record_id, warnings: codes }) => [record_id, codes])).toEqual([[ada, ['unused_exception']]])
    const problem = 'exception of layer "Band": there is no layer "Band"'
    const [image] = await imagesOf(actionId, ada)
    expect(image).toMatchObject({ modifications: sold, report: { unusedExceptions: [problem] } })
    const { results: exceptions } = await app.client.exceptions.list({ params: { id: actionId } })
    expect(exceptions.map((each) => each.warnings)).toEqual([[problem]])
    const reason = 'There is no layer "Band".'
    expect(exceptions[0]?.unused).toEqual([
      { name: 'Band', output: null, property: null, used_elsewhere: false, reason },
    ])

    const text = { name: 'Title', text: 'Sold', x: 8, y: 24 }
    const lost = { name: 'Band', fill: 'red' }
    const added = [{ name: 'Stripe', fill: '#0f0' }, lost]
    const previewed = { record_ids: [ada], modifications: [text, ...added] }
    const { results: previews } = await app.client.actions.preview({ params: { id: actionId }, body: previewed })
    expect(previews[0]?.error).toBeNull()
    expect(await save(actionId, ada, [text, ...added])).toMatchObject({ warnings: [problem] })
    const { modifications } = await app.client.exceptions.get({ params: { id: actionId, record_id: ada } })
    expect(modifications).toEqual([text, ...added])
    const changed = await errorsOf(save(actionId, ada, [{ ...lost, fill: 'blue' }]))
    expect(changed).toMatchObject({ status: 400, errors: [expect.stringContaining('no layer named "Band"')] })
    const moved = await errorsOf(save(actionId, ada, [{ ...lost, output: 'Card' }]))
    expect(moved).toMatchObject({ status: 400 })
    expect(await save(actionId, ada, sold)).toMatchObject({ modifications: sold, warnings: [], unused: [] })
    expect(await errorsOf(save(actionId, ada, [...sold, lost]))).toMatchObject({ status: 400 })
  })

  test('are cropped in parts, also the picture of a shape', async () => {
    const photo = `data:image/svg+xml,${encodeURIComponent(
      '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="18" height="20" fill="red"/></svg>',
    )}`
    const frame = { type: 'ellipse', name: 'Frame', width: 20, height: 20, fill: { type: 'picture', src: '{{Photo}}' } }
    const { actionId: id, rowIds } = await makeAction(app.client, {
      fields: [{ name: 'Photo', kind: 'text' }],
      rows: [{ Photo: photo }],
      design: { ...design, layers: [{ type: 'group', name: 'Both', width: 20, height: 20, children: [frame] }] },
    })
    const [record = ''] = rowIds
    const preview = async (properties: object) => {
      const body = { record_ids: [record], modifications: [{ name: 'Frame', ...properties }] }
      const { results } = await app.client.actions.preview({ params: { id }, body })
      return results[0]?.image?.data
    }
    const crops = [{ x: 0 }, { 'fill.focalPoint.x': 0.1 }, { 'fill.focalPoint.x': 0.9 }, { 'fill.zoom': 4 }]
    const pictures = await Promise.all(crops.map(preview))
    expect(pictures).not.toContain(undefined)
    expect(new Set(pictures).size).toBe(crops.length)
    const crop: Modifications = [{ name: 'Frame', 'fill.focalPoint.x': 0.1, 'fill.zooom': 2 }]
    expect(await errorsOf(save(id, record, crop))).toMatchObject({ status: 400 })
    const saved = [{ name: 'Frame', 'fill.focal_point.x': 0.1 }]
    expect((await save(id, record, saved)).modifications).toEqual([{ name: 'Frame', 'fill.focalPoint.x': 0.1 }])
  })

  test('are warned of a layer that one of two outputs has lost, and of no layer that it never had', async () => {
    const { actionId: id, ada } = await makeTwo()
    const second = await app.client.templates.create({ body: { design: { ...design, name: 'Story' }, publish: true } })
    const outputs = [{ name: 'card' }, { name: 'story', template_id: second.id }]
    await app.client.actions.update({ params: { id }, body: { outputs } })
    const red: Modifications = [{ name: 'Band', fill: 'red' }]
    expect((await save(id, ada, red)).warnings).toEqual([])
    const [, title] = design.layers
    const publishStory = async (layers: object[]) => {
      await app.client.templates.update({ params: { id: second.id }, body: { design: { ...design, layers } } })
      return app.client.templates.publish({ params: { id: second.id } })
    }
    const { affected_actions: affected } = await publishStory([{ ...title, fontSize: 24 }])
    const problem = 'exception of layer "Band" changes nothing in the output "story": there is no layer "Band"'
    expect(affected).toEqual([{ id, title: expect.any(String), warnings: [`Record ${ada}: ${problem}.`] }])
    const { id: runId, warnings } = await untilEnded(app.client, await trigger(app.client, id))
    expect(warnings).toEqual({ unused_exception: 1 })
    const { results: images } = await app.client.images.list({ query: { run_id: runId, record_id: ada } })
    const told = images.map(({ output, report: { unusedExceptions } }) => [output, unusedExceptions])
    expect(told.sort()).toEqual([
      ['card', undefined],
      ['story', [problem]],
    ])
    expect((await app.client.exceptions.get({ params: { id, record_id: ada } })).warnings).toEqual([problem])
    expect((await save(id, ada, [{ name: 'Band', fill: 'blue' }])).warnings).toEqual([problem])
    expect((await save(id, ada, [{ name: 'Band', output: 'card', fill: 'blue' }])).warnings).toEqual([])
    expect((await publishStory([{ ...title, fontSize: 26 }])).affected_actions).toEqual([])
  })

  test('change in the named output alone, or in all that have the layer', async () => {
    const { actionId, ada } = await makeTwo()
    const outputs = [{ name: 'card' }, { name: 'small', width: 60 }]
    await app.client.actions.update({ params: { id: actionId }, body: { outputs } })
    await run(actionId)
    await save(actionId, ada, [
      { name: 'Title', text: 'Sold' },
      { name: 'Title', output: 'small', text: 'Sold!' },
    ])
    await run(actionId)
    const images = (await imagesOf(actionId, ada)).slice(0, 2)
    const texts = images.map(({ output, modifications }) => [output, modifications.map(({ text }) => text)])
    expect(texts.sort()).toEqual([
      ['card', ['Sold']],
      ['small', ['Sold', 'Sold!']],
    ])
    await save(actionId, ada, [
      { name: 'Title', text: 'Sold' },
      { name: 'Title', output: 'small', text: 'Gone' },
    ])
    const { outputs: counts } = await untilEnded(app.client, await trigger(app.client, actionId))
    expect(counts.map(({ name, rendered, skipped }) => [name, rendered, skipped])).toEqual([
      ['card', 0, 2],
      ['small', 1, 1],
    ])
  })
})
