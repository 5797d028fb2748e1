import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Seed, seed, untilEnded } from '#test/scenarios/seed.ts'
import { startApp, type TestApp } from '#test/start-app.ts'
import { until } from '#test/until.ts'

const withId = z.looseObject({ id: z.string() })
const results = z.looseObject({ results: z.array(withId) })
const runShape = z.looseObject({ id: z.string(), state: z.string(), total: z.int().nullable(), rendered: z.int() })

let app: TestApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

async function send(method: string, path: string, body?: unknown) {
  const answer = await app.request(method, path, body === undefined ? {} : { body })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.json
}

const runsOf = async (actionId: string) =>
  results.parse(await send('GET', `/v1/runs?action_id=${actionId}&limit=100`)).results.map(({ id }) => id)

/** Waits for a run that is not among the earlier ones, and for its end; there is no second one. */
async function oneMore(actionId: string, before: readonly string[]) {
  const [id = '', ...others] = await until('a run starts', async () => {
    const news = (await runsOf(actionId)).filter((run) => !before.includes(run))
    return news.length > 0 && news
  })
  expect(others).toEqual([])
  await untilEnded(app, id)
  return runShape.parse(await send('GET', `/v1/runs/${id}`))
}

interface Watched extends Seed {
  rows: string
}

/** Watches the table of an action that has an image for each of its records. */
async function watch(actionId: string): Promise<void> {
  const { id } = withId.parse(await send('POST', `/v1/actions/${actionId}/runs`, {}))
  await untilEnded(app, id)
  const trigger = { action_id: actionId, kind: 'table_change', settings: { gather_seconds: 1 } }
  expect(await send('POST', '/v1/triggers', trigger)).toMatchObject({
    note: 'The table reports its changes immediately.',
    error: null,
  })
}

async function watched(names: readonly string[]): Promise<Watched> {
  const seeded = await seed(app, names)
  const table = `/v1/tables/${seeded.tableId}`
  const { fields } = z.looseObject({ fields: z.array(z.looseObject({})) }).parse(await send('GET', table))
  await send('PATCH', table, { fields: [...fields, { name: 'Note', kind: 'text' }] })
  await watch(seeded.actionId)
  return { ...seeded, rows: `${table}/rows` }
}

describe('a change of a built-in table', () => {
  test('starts a run of its records, however it is made', async () => {
    const { actionId, tableId, rows, rowIds } = await watched(['One', 'Two', 'Three'])
    const [one = '', two = '', three = ''] = rowIds
    const changes: [change: () => Promise<unknown>, rendered: number][] = [
      [() => send('PATCH', `${rows}/${one}`, { fields: { Name: 'One, again' } }), 1],
      [() => send('POST', rows, { rows: [{ Name: 'Four' }, { Name: 'Five' }] }), 2],
      [
        () =>
          send('PATCH', rows, {
            rows: [
              { id: two, fields: { Name: 'Two, again' } },
              { id: three, fields: { Name: 'Three, again' } },
            ],
          }),
        2,
      ],
      [() => importCsv(tableId, 'Name\nSix\nSeven\nEight\n'), 3],
      [() => importCsv(tableId, 'Name,Note\nSix,a\nSeven,b\nNine,c\n', 'mode=upsert&key=Name'), 1],
    ]
    for (const [change, rendered] of changes) {
      const before = await runsOf(actionId)
      await change()
      expect(await oneMore(actionId, before)).toMatchObject({ state: 'completed', total: rendered, rendered })
    }
  })

  test('starts none when it makes no other image: another field, what a run writes back, a change that is undone', async () => {
    const { actionId, rows, rowIds } = await watched(['One', 'Two'])
    const [one = '', two = ''] = rowIds
    const before = await runsOf(actionId)
    await send('PATCH', `${rows}/${one}`, { fields: { Note: 'nothing of the image' } })
    await send('PATCH', `${rows}/${one}`, { fields: { Name: 'Other' } })
    await send('PATCH', `${rows}/${one}`, { fields: { Name: 'One' } })
    await send('PATCH', `${rows}/${one}`, { fields: { Image: 'https://example.com/mine.png' } })
    await until('what was gathered is looked at', async () => (await waiting(actionId)) === null)
    expect(await runsOf(actionId)).toEqual(before)
    await send('PATCH', `${rows}/${two}`, { fields: { Name: 'Two, again' } })
    const run = await oneMore(actionId, before)
    expect(run).toMatchObject({ total: 1, rendered: 1 })
    // Its own URLs were written back by now: nothing is gathered of that.
    expect(await waiting(actionId)).toBeNull()
  })

  test('of 10,000 imported rows is one run', async () => {
    const { actionId, tableId } = await watched(['One'])
    const before = await runsOf(actionId)
    await importCsv(tableId, `Name\n${Array.from({ length: 10_000 }, (_, index) => `Row ${index}\n`).join('')}`)
    const [id = ''] = await until('a run starts', async () => {
      const news = (await runsOf(actionId)).filter((run) => !before.includes(run))
      return news.length > 0 && news
    })
    await until('its records are listed', async () => {
      const { total } = runShape.parse(await send('GET', `/v1/runs/${id}`))
      return total !== null && total >= 10_000
    })
    expect((await runsOf(actionId)).filter((run) => !before.includes(run))).toEqual([id])
    await send('POST', `/v1/runs/${id}/cancel`)
    await untilEnded(app, id)
  })

  test('by a burst of calls is gathered, and none is lost', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `Row ${index}`)
    const { actionId, rows, rowIds } = await watched(names)
    const before = await runsOf(actionId)
    await Promise.all(rowIds.map((id, index) => send('PATCH', `${rows}/${id}`, { fields: { Name: `New ${index}` } })))
    await until('all are rendered again', async () => {
      const runs = (await runsOf(actionId)).filter((run) => !before.includes(run))
      const rendered = await Promise.all(
        runs.map(async (run) => runShape.parse(await send('GET', `/v1/runs/${run}`)).rendered),
      )
      return rendered.reduce((sum, count) => sum + count, 0) === 40
    })
    expect((await runsOf(actionId)).length - before.length).toBeLessThanOrEqual(3)
  })

  test('counts by what a view shows', async () => {
    const { actionId, tableId } = await seed(app, ['One', 'Two', 'Three'])
    const table = `/v1/tables/${tableId}`
    const { views } = z.looseObject({ views: z.array(withId) }).parse(await send('GET', table))
    const show = (value: string) =>
      send('PATCH', table, {
        views: [{ id: views[0]?.id, name: 'Chosen', filters: [{ field: 'Name', operator: 'contains', value }] }],
      })
    await show('One')
    await send('PATCH', `/v1/actions/${actionId}`, { view: views[0]?.id })
    await watch(actionId)
    const before = await runsOf(actionId)
    await send('POST', `${table}/rows`, { rows: [{ Name: 'Four' }] })
    await until('what was gathered is looked at', async () => (await waiting(actionId)) === null)
    expect(await runsOf(actionId)).toEqual(before)
    await show('Four')
    expect(await oneMore(actionId, before)).toMatchObject({ total: 1, rendered: 1 })
  })

  test('is found when the trigger is made: records without an image are rendered at once', async () => {
    const { actionId } = await seed(app, ['One', 'Two'])
    await send('POST', '/v1/triggers', { action_id: actionId, kind: 'table_change', settings: { gather_seconds: 1 } })
    expect(await oneMore(actionId, [])).toMatchObject({ total: 2, rendered: 2 })
  })
})

async function importCsv(tableId: string, text: string, query = ''): Promise<void> {
  const answer = await app.request('POST', `/v1/tables/${tableId}/import?${query}`, {
    body: text,
    headers: { 'content-type': 'text/csv' },
  })
  expect(answer.status, answer.text).toBeLessThan(300)
}

/** What the trigger of the action has gathered and not looked at yet. */
async function waiting(actionId: string) {
  const [trigger] = await app.world.data.triggers.ofAction(actionId)
  return app.world.data.triggers.calls.waiting(trigger?.id ?? '')
}
