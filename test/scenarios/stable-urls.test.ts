import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAction, recordsOf, startWholeApp, trigger, untilEnded, type WholeApp } from './whole-app.ts'

let app: WholeApp
beforeAll(async () => {
  app = await startWholeApp()
})
afterAll(() => app.close())

const design = {
  schema: 1,
  name: 'Badge',
  width: 40,
  height: 20,
  layers: [{ type: 'text', name: 'Title', text: { bind: 'Name' }, width: 40, height: 20, fontSize: 8 }],
}
const fields = [
  { name: 'Name', kind: 'text' as const },
  { name: 'SKU', kind: 'text' as const },
  { name: 'Photo', kind: 'attachments' as const },
]
const teapot = { Name: 'Tea pot', SKU: 'T/1 Blau' }
const mug = { Name: 'Mug', SKU: 'M-2' }

type Row = Record<string, unknown>

interface Keyed {
  actionId: string
  params: { id: string }
  rowIds: string[]
  run(): Promise<Awaited<ReturnType<typeof untilEnded>>>
  change(row: number, values: Row): Promise<unknown>
  add(row: Row): Promise<string | undefined>
  remove(row: number): Promise<unknown>
  open(path: string, init?: RequestInit): Promise<Response>
}

/** An action whose images have stable URLs by the field SKU, not run yet. */
async function makeKeyed(rows: Row[], urls: { field?: string | null } | null = { field: 'SKU' }): Promise<Keyed> {
  const { client } = app
  const { actionId, rowIds, tableId } = await makeAction(client, { fields, rows, design })
  const params = { id: actionId }
  await client.actions.update({ params, body: { stable_urls: urls } })
  return {
    ...{ actionId, params, rowIds },
    run: async () => untilEnded(client, await trigger(client, actionId)),
    change: (row, values) =>
      client.tables.updateRow({ params: { id: tableId, row_id: rowIds[row] ?? '' }, body: { fields: values } }),
    add: async (row) =>
      (await client.tables.addRows({ params: { id: tableId }, body: { rows: [row] } })).results[0]?.id,
    remove: (row) => client.tables.deleteRow({ params: { id: tableId, row_id: rowIds[row] ?? '' } }),
    open: (path, init) => fetch(`${app.url}/r/${actionId}/${path}`, { redirect: 'manual', ...init }),
  }
}

const statusOf = async (answer: Promise<Response>) => (await answer).status

/** The record whose image is at the URL, by the text that was drawn: its permanent URL has the same bytes. */
async function imageAt(keyed: Keyed, path: string) {
  const etag = (await keyed.open(path)).headers.get('etag')
  const { results } = await app.client.images.list({ query: { action_id: keyed.actionId, limit: 100 } })
  return results.find(({ url }) => `"${url.split('/').at(-1)?.split('.')[0]}"` === etag)?.record_id
}

describe('a stable URL', () => {
  test('answers the newest image of a record, by its key or slug', async () => {
    const keyed = await makeKeyed([teapot, mug])
    expect(await statusOf(keyed.open('t-1-blau.png'))).toBe(404)
    await keyed.run()
    for (const path of ['t-1-blau.png', 'T%2F1%20Blau.png', 'T-1-BLAU.png', 't-1-blau.png?utm_source=x'])
      expect([path, await imageAt(keyed, path)]).toEqual([path, keyed.rowIds[0]])
    const { stable_urls: urls } = await app.client.actions.get({ params: keyed.params })
    expect(urls).toEqual({
      field: { id: expect.any(String), name: 'SKU' },
      url: `${app.url}/r/${keyed.actionId}/{key}.png`,
      example_url: `${app.url}/r/${keyed.actionId}/m-2.png`,
      feed: null,
    })
    const before = await keyed.open('m-2.png')
    await keyed.change(1, { Name: 'Large mug' })
    await keyed.run()
    const after = await keyed.open('m-2.png')
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
    const { results } = await app.client.images.list({ query: { action_id: keyed.actionId } })
    const permanent = await (await fetch(results[0]?.url ?? '')).arrayBuffer()
    expect(Buffer.from(await after.arrayBuffer()).equals(Buffer.from(permanent))).toBe(true)
  })

  test('has the headers of image URLs, and a short cache', async () => {
    const keyed = await makeKeyed([mug])
    await keyed.run()
    const permanent = (await app.client.images.list({ query: { action_id: keyed.actionId } })).results[0]?.url ?? ''
    const [stable, image] = [await keyed.open('m-2.png'), await fetch(permanent)]
    expect(stable.headers.get('cache-control')).toBe('public, max-age=60, stale-while-revalidate=60')
    const others = ({ headers }: Response) =>
      [...headers].filter(([name]) => !['date', 'cache-control', 'x-request-id'].includes(name))
    expect(others(stable)).toEqual(others(image))
    const etag = stable.headers.get('etag') ?? ''
    const head = await keyed.open('m-2.png', { method: 'HEAD' })
    expect([head.status, head.headers.get('etag'), (await head.text()).length]).toEqual([200, etag, 0])
    const same = await keyed.open('m-2.png', { headers: { 'if-none-match': etag } })
    expect([same.status, (await same.text()).length]).toEqual([304, 0])
    expect(await statusOf(keyed.open('m-2.png', { headers: { 'if-none-match': '"other"' } }))).toBe(200)
    expect(await statusOf(keyed.open('m-2.png', { method: 'POST' }))).toBe(405)
  })

  test('is the same 404 for an unknown key, format, output and action, and an action without such URLs', async () => {
    const keyed = await makeKeyed([mug])
    await keyed.run()
    const off = await makeKeyed([mug], null)
    await off.run()
    const bodyOf = async (answer: Response) => {
      const { request_id: _, ...problem } = await answer.json()
      return { status: answer.status, problem }
    }
    const expected = await bodyOf(await keyed.open('m-3.png'))
    expect(expected).toMatchObject({ status: 404, problem: { code: 'not_found' } })
    for (const path of [
      'm-2.webp',
      'm-2',
      'm-2.png.png',
      '.png',
      'm-2/square.png',
      '%F0%9F%AB%96.png',
      `${'x'.repeat(900)}.png`,
    ])
      expect([path, await bodyOf(await keyed.open(path))]).toEqual([path, expected])
    expect(await bodyOf(await off.open('m-2.png'))).toEqual(expected)
    expect(await bodyOf(await fetch(`${app.url}/r/act_none/m-2.png`))).toEqual(expected)
  })

  test('follows the key of its record, also when nothing else changed', async () => {
    const keyed = await makeKeyed([mug])
    await keyed.run()
    await keyed.change(0, { SKU: 'M-3' })
    expect(await statusOf(keyed.open('m-2.png'))).toBe(200)
    expect(await keyed.run()).toMatchObject({ skipped: 1, rendered: 0 })
    expect([await statusOf(keyed.open('m-2.png')), await statusOf(keyed.open('m-3.png'))]).toEqual([404, 200])
    await keyed.change(0, { SKU: '' })
    await keyed.run()
    expect(await statusOf(keyed.open('m-3.png'))).toBe(404)
  })

  test('keeps the last image and key of a record that fails', async () => {
    const keyed = await makeKeyed([mug])
    await keyed.run()
    const etag = (await keyed.open('m-2.png')).headers.get('etag')
    const layers = [...design.layers, { type: 'image', name: 'Photo', src: { bind: 'Photo' }, width: 10, height: 10 }]
    const { template_id: id } = await app.client.actions.get({ params: keyed.params })
    await app.client.templates.update({ params: { id }, body: { design: { ...design, layers } } })
    await app.client.templates.publish({ params: { id } })
    await keyed.change(0, { SKU: 'M-9', Photo: [{ url: 'http://127.0.0.1:1/none.png' }] })
    expect(await keyed.run()).toMatchObject({ failed: 1 })
    expect((await keyed.open('m-2.png')).headers.get('etag')).toBe(etag)
    expect(await statusOf(keyed.open('m-9.png'))).toBe(404)
  })

  test('is gone as soon as the image is deleted, the record erased, or the setting removed', async () => {
    const keyed = await makeKeyed([teapot, mug])
    await keyed.run()
    const { results } = await app.client.images.list({ query: { action_id: keyed.actionId } })
    const ofMug = results.find(({ record_id: id }) => id === keyed.rowIds[1])
    await app.client.images.delete({ params: { id: ofMug?.id ?? '' } })
    expect(await statusOf(keyed.open('m-2.png'))).toBe(404)
    await keyed.run()
    expect(await statusOf(keyed.open('m-2.png'))).toBe(200)
    await app.client.actions.erase({ params: keyed.params, body: { record_ids: [keyed.rowIds[1] ?? ''] } })
    expect(await statusOf(keyed.open('m-2.png'))).toBe(404)
    await app.client.actions.update({ params: keyed.params, body: { stable_urls: { field: 'Name' } } })
    expect(await statusOf(keyed.open('t-1-blau.png'))).toBe(404)
    await keyed.run()
    expect(await statusOf(keyed.open('tea-pot.png'))).toBe(200)
    await app.client.actions.update({ params: keyed.params, body: { stable_urls: null } })
    expect(await statusOf(keyed.open('tea-pot.png'))).toBe(404)
  })

  test('is missing for a key that makes none, which is said', async () => {
    const rows = [mug, { Name: 'Unicorn', SKU: '🦄' }, { Name: 'Dash', SKU: '-' }, { Name: 'Nothing' }]
    const keyed = await makeKeyed(rows)
    const run = await keyed.run()
    expect(run).toMatchObject({ rendered: 4, warnings: { no_key: 3 } })
    const query = { warnings: 'no_key' as const }
    const { results } = await app.client.runs.records({ params: { id: run.id }, query })
    expect(results.map(({ label }) => label)).toEqual(['Unicorn', 'Dash', 'Nothing'])
    const names = ['Unicorn', 'Dash', 'Nothing'].map((name, n) => `"${name}" (${keyed.rowIds[n + 1]})`)
    const warnings = async () => (await app.client.actions.get({ params: keyed.params })).warnings
    const [before = '', listed = '', after = ''] = (await warnings()).join('\n').split(/(?<=digits: )|(?=\. Change)/)
    expect([before, after]).toEqual([
      'These records have no stable URL, because their keys are empty or have neither letters nor digits: ',
      '. Change their keys, then run the action.',
    ])
    // In the order in which they were rendered, some at once.
    expect(listed.split(', ').toSorted()).toEqual(names.toSorted())
    await keyed.change(1, { SKU: 'U-1' })
    await keyed.remove(2)
    await keyed.change(3, { SKU: 'N-1' })
    expect(await keyed.run()).toMatchObject({ warnings: {} })
    expect(await warnings()).toEqual([])
    expect(await statusOf(keyed.open('u-1.png'))).toBe(200)
  })

  test('can have the id of the record, as it is', async () => {
    const keyed = await makeKeyed([mug], {})
    await keyed.run()
    expect(await statusOf(keyed.open(`${keyed.rowIds[0]}.png`))).toBe(200)
    expect(await statusOf(keyed.open(`${keyed.rowIds[0]?.toUpperCase()}.png`))).toBe(404)
  })

  test('names an output of several', async () => {
    const keyed = await makeKeyed([mug])
    const outputs = [
      { name: 'card' },
      { name: 'small & wide', scale: 0.5, formats: ['jpeg' as const, 'webp' as const] },
    ]
    await app.client.actions.update({ params: keyed.params, body: { outputs } })
    await keyed.run()
    const paths = ['m-2.png', 'm-2/card.png', 'm-2/small%20%26%20wide.webp', 'm-2/small%20%26%20wide.jpg']
    const answers = await Promise.all(paths.map((path) => keyed.open(path)))
    expect(answers.map(({ status, headers }) => [status, headers.get('content-type')])).toEqual([
      ...[1, 2].map(() => [200, 'image/png']),
      [200, 'image/webp'],
      [200, 'image/jpeg'],
    ])
    expect(await statusOf(keyed.open('m-2/wide.png'))).toBe(404)
  })

  test.each([
    ['a field that is not there', { field: 'Sku 2' }, /has no field "Sku 2"\. It has: "Name", "SKU"/],
    ['a field of files', { field: 'Photo' }, /"Photo" is of the kind attachments/],
  ])('is rejected for %s', async (_, urls, detail) => {
    await expect(makeKeyed([], urls)).rejects.toMatchObject({
      status: 400,
      problem: { errors: [{ pointer: '/stable_urls/field', detail: expect.stringMatching(detail) }] },
    })
  })

  test('can be guessed only so often, and then a right guess is refused as a wrong one', async () => {
    const keyed = await makeKeyed([mug])
    await keyed.run()
    const right = new Set<number>()
    // Among the wrong ones: behind them, on a slow machine, enough time has passed for one more guess.
    for (let n = 0; !right.has(429) && n < 2000; n += 40) {
      const guesses = Array.from({ length: 40 }, async (_, more) => {
        await statusOf(keyed.open(`g-${n + more}.png`))
        right.add(await statusOf(keyed.open('m-2.png')))
      })
      await Promise.all(guesses)
    }
    expect(right).toEqual(new Set([200, 429]))
    await expect.poll(() => statusOf(keyed.open('m-2.png'))).toBe(200)
  })
})

describe('records with the same key', () => {
  test('are named, and the URL stays with the one that had it first', async () => {
    const keyed = await makeKeyed([mug, teapot])
    await keyed.run()
    await keyed.change(1, { SKU: 'm 2' })
    const run = await keyed.run()
    expect(run).toMatchObject({ skipped: 2, warnings: { duplicate_key: 1 } })
    const records = await recordsOf(app.client, run.id)
    expect(records.map(({ warnings }) => warnings)).toEqual([[], ['duplicate_key']])
    const { warnings } = await app.client.actions.get({ params: keyed.params })
    expect(warnings).toEqual([
      `The records "Mug" (${keyed.rowIds[0]}) and "Tea pot" (${keyed.rowIds[1]}) have the keys "M-2" and "m 2", which give the same URL: ${app.url}/r/${keyed.actionId}/m-2.png shows the first. Change the key of one of them, then run the action.`,
    ])
    for (const name of ['Mug 2', 'Mug 3']) {
      await keyed.change(1, { Name: name })
      await keyed.run()
      expect(await imageAt(keyed, 'm-2.png')).toBe(keyed.rowIds[0])
    }
    await keyed.change(0, { SKU: 'M-7' })
    expect(await keyed.run()).toMatchObject({ warnings: {} })
    expect([await imageAt(keyed, 'm-2.png'), await imageAt(keyed, 'm-7.png')]).toEqual([
      keyed.rowIds[1],
      keyed.rowIds[0],
    ])
    expect((await app.client.actions.get({ params: keyed.params })).warnings).toEqual([])
  })

  test('are named as such, apart from those that only give the same URL', async () => {
    const keyed = await makeKeyed([
      { ...mug, SKU: 'C++' },
      { ...teapot, SKU: 'C#' },
    ])
    await keyed.run()
    const warning = async () => (await app.client.actions.get({ params: keyed.params })).warnings[0]
    expect(await warning()).toContain('have the keys "C++" and "C#", which give the same URL: ')
    await keyed.change(1, { SKU: 'C++' })
    await keyed.run()
    expect(await warning()).toContain('have the same key "C++": ')
  })

  test('in one run: the first of the table has the URL', async () => {
    const keyed = await makeKeyed([mug, { ...mug, Name: 'Two' }, { ...mug, Name: 'Three' }])
    expect(await keyed.run()).toMatchObject({ rendered: 3, warnings: { duplicate_key: 2 } })
    expect(await imageAt(keyed, 'm-2.png')).toBe(keyed.rowIds[0])
  })

  test('that swap them keep one URL each', async () => {
    const keyed = await makeKeyed([mug, teapot])
    await keyed.run()
    await keyed.change(0, { SKU: teapot.SKU })
    await keyed.change(1, { SKU: mug.SKU })
    expect(await keyed.run()).toMatchObject({ warnings: {} })
    expect([await imageAt(keyed, 'm-2.png'), await imageAt(keyed, 't-1-blau.png')]).toEqual([...keyed.rowIds].reverse())
  })

  test('after the first was deleted from the table: the other has it', async () => {
    const keyed = await makeKeyed([teapot, mug])
    await keyed.run()
    await keyed.remove(1)
    const added = await keyed.add({ ...mug, Name: 'New mug' })
    expect(await keyed.run()).toMatchObject({ rendered: 1, warnings: {} })
    expect(await imageAt(keyed, 'm-2.png')).toBe(added)
    expect((await app.client.actions.get({ params: keyed.params })).warnings).toEqual([])
  })

  test('after the images of the first were deleted: the next run gives it to the other', async () => {
    const keyed = await makeKeyed([mug, { ...mug, Name: 'Two' }])
    await keyed.run()
    const { results } = await app.client.images.list({ query: { action_id: keyed.actionId } })
    await app.client.images.delete({
      params: { id: results.find(({ record_id: id }) => id === keyed.rowIds[0])?.id ?? '' },
    })
    expect(await statusOf(keyed.open('m-2.png'))).toBe(404)
    const named = { params: keyed.params, body: { record_ids: [keyed.rowIds[1] ?? ''] } }
    const run = await app.client.actions.run(named)
    await untilEnded(app.client, 'id' in run ? run.id : '')
    expect(await imageAt(keyed, 'm-2.png')).toBe(keyed.rowIds[1])
  })
})
