import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { cardDesign, untilEnded } from '#test/scenarios/seed.ts'
import { startApp, type TestApp } from '#test/start-app.ts'

const withId = z.looseObject({ id: z.string() })
const someRows = z.looseObject({ results: z.array(withId) })

let app: TestApp
let tableId: string
let rowIds: string[]
let actionId: string

async function created(path: string, body: unknown): Promise<string> {
  const answer = await app.request('POST', path, { body })
  expect(answer.status, answer.text).toBe(201)
  return withId.parse(answer.json).id
}

beforeAll(async () => {
  app = await startApp()
  tableId = await created('/v1/tables', {
    name: 'Products',
    fields: [
      { name: 'Name', kind: 'text' },
      { name: 'Stock', kind: 'number' },
      { name: 'Image', kind: 'url' },
      { name: 'Card', kind: 'attachments' },
    ],
    views: [{ name: 'Cups', filters: [{ field: 'Name', operator: 'contains', value: 'cup' }] }],
  })
  const rows = [
    { Name: 'Cup', Stock: 3 },
    { Name: 'Teacup', Stock: 0 },
    { Name: 'Kettle', Stock: 9 },
    { Name: 'Cup of the very longest name of all', Stock: 5 },
  ]
  const added = await app.request('POST', `/v1/tables/${tableId}/rows`, { body: { rows } })
  rowIds = someRows.parse(added.json).results.map(({ id }) => id)
  actionId = await created('/v1/actions', {
    title: 'Cups in stock',
    connection_id: await created('/v1/connections', { name: 'Ours', source: 'table', settings: {} }),
    base_id: 'built-in',
    table: 'Products',
    view: 'Cups',
    template_id: await created('/v1/templates', { name: 'Card', design: cardDesign, publish: true }),
    filter: {
      and: [{ field: 'Stock', operator: 'greater', value: 0 }, { or: [{ field: 'Name', operator: 'not_empty' }] }],
    },
    write_back: { url: 'Image', attachment: { field: 'Card' }, refill_empty: true },
  })
})
afterAll(() => app.close())

async function run(body: Record<string, unknown> = {}) {
  const started = await app.request('POST', `/v1/actions/${actionId}/runs`, { body })
  expect(started.status, started.text).toBe(201)
  const ended = await untilEnded(app, withId.parse(started.json).id)
  const records = await app.request('GET', `/v1/runs/${ended.id}/records`)
  return { ended, records: z.looseObject({ results: z.array(z.unknown()) }).parse(records.json).results }
}

async function rowOf(index: number) {
  const answer = await app.request('GET', `/v1/tables/${tableId}/rows?limit=100`)
  const row = someRows.parse(answer.json).results.find(({ id }) => id === rowIds[index])
  return z.looseObject({ fields: z.record(z.string(), z.unknown()) }).parse(row).fields
}

describe('an action with a filter', () => {
  test('answers it with its fields by id and name, and what is wrong with a new one', async () => {
    const answer = await app.request('GET', `/v1/actions/${actionId}`)
    expect(answer.json).toMatchObject({
      filter: {
        and: [
          { field: { id: expect.any(String), name: 'Stock' }, operator: 'greater', value: 0 },
          { or: [{ field: { name: 'Name' }, operator: 'not_empty' }] },
        ],
      },
      write_back: { attachment: { field: { name: 'Card' }, mode: 'replace' }, refill_empty: true },
      warnings: [],
    })
    const change = (filter: unknown) => app.request('PATCH', `/v1/actions/${actionId}`, { body: { filter } })
    for (const [filter, pointer] of [
      [{ field: 'Stock', operator: 'contains', value: '1' }, '/filter/operator'],
      [{ or: [{ field: 'Weight', operator: 'empty' }] }, '/filter/or/0/field'],
      [{ and: [] }, '/filter/and'],
      [{ and: [{ field: 'Name', operator: 'is' }] }, '/filter/and/0/operator'],
      [{ field: 'Name', operator: 'equals', value: 'x', more: 1 }, '/filter/more'],
    ] as const) {
      const refused = await change(filter)
      expect(refused.status).toBe(400)
      expect(refused.json).toMatchObject({ errors: [{ pointer }] })
    }
  })

  test('makes images of what passes, writes them as files, and fills emptied cells again', async () => {
    expect((await run()).ended).toMatchObject({ state: 'completed', total: 2, rendered: 2, written_back: 2 })
    const { Image: url, Card: files } = await rowOf(0)
    expect(files).toMatchObject([{ url, filename: expect.stringMatching(/^cup-[0-9a-z]{12}\.png$/) }])
    await app.request('PATCH', `/v1/tables/${tableId}/rows/${rowIds[0]}`, { body: { fields: { Card: null } } })
    // The image is as before: only the cell is written.
    expect((await run()).ended).toMatchObject({ rendered: 0, skipped: 2, written_back: 1 })
    expect(await rowOf(0)).toMatchObject({ Image: url, Card: files })
  })

  test('says why it does nothing about a named record', async () => {
    const [, teacup, kettle] = rowIds
    const { ended, records } = await run({ record_ids: [teacup, kettle, 'row_none'] })
    expect(ended).toMatchObject({ state: 'completed', skipped: 2, failed: 1 })
    expect(records).toMatchObject([
      { record_id: teacup, state: 'skipped', reason: { code: 'filtered_out' } },
      { record_id: kettle, state: 'skipped', reason: { code: 'left_view' } },
      { record_id: 'row_none', state: 'failed', reason: { code: 'record_missing' } },
    ])
  })

  test('previews the worst of them, or those that are named', async () => {
    const preview = (body: unknown) => app.request('POST', `/v1/actions/${actionId}/preview`, { body })
    const worst = await preview({ limit: 1 })
    expect(worst.json).toMatchObject({
      results: [
        {
          record_id: rowIds[3],
          because: [{ code: 'longest_text' }, { code: 'longest_word' }],
          image: { format: 'png' },
        },
      ],
    })
    expect((await preview({ record_ids: [rowIds[2]] })).json).toMatchObject({
      results: [{ record_id: rowIds[2], because: [{ code: 'named' }] }],
    })
    expect((await preview({ record_ids: ['row_none'] })).status).toBe(404)
  })

  test('estimates what a run takes', async () => {
    const answer = await app.request('POST', `/v1/actions/${actionId}/runs`, { body: { dry_run: true } })
    expect(answer.status).toBe(200)
    expect(answer.json).toMatchObject({
      records: 2,
      source_calls: 6,
      calls: { read: 5, write: 1, upload: 0 },
      budget: null,
    })
  })
})

describe('an address that others cannot reach', () => {
  test('is said wherever the action is answered', async () => {
    Object.assign(app.world, {
      publicUrl: 'http://127.0.0.1:4400',
      publicUrlProblem: 'which only this machine can reach',
    })
    const warnings = [expect.stringContaining('URLs and images in the table do not open from anywhere else')]
    expect((await app.request('GET', `/v1/actions/${actionId}`)).json).toMatchObject({ warnings })
    expect((await app.request('GET', '/v1/actions')).json).toMatchObject({ results: [{ warnings }] })
    const body = { write_back: { url: 'Image' } }
    expect((await app.request('PATCH', `/v1/actions/${actionId}`, { body })).json).toMatchObject({
      warnings: [expect.stringContaining('Set PICTABLE_PUBLIC_URL to')],
    })
  })
})
