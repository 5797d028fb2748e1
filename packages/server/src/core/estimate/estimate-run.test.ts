import { describe, expect, test } from 'vitest'
import { actionWarnings, findAffected } from '#core/action/action-warnings.ts'
import { updateAction } from '#core/action/save-action.ts'
import { findUnusedExceptions } from '#core/action/save-exception.ts'
import { updateConnection } from '#core/connection/save-connection.ts'
import { fakeField } from '#core/fakes/fake-source.ts'
import { useTestData } from '#core/fakes/test-data.ts'
import { cardDesign, createTestRiver, productTable, type TestRiver, wholeView } from '#core/fakes/test-river.ts'
import { publishTemplate, saveTemplate } from '#core/template/save-template.ts'
import { checkBudget } from './check-budget.ts'
import { estimateRun } from './estimate-run.ts'

const testData = useTestData()

const named = (count: number) => ({
  ...wholeView,
  recordIds: Array.from({ length: count }, (_, index) => `rec_${index}`),
})

/** Lets its connection make so many requests a month, of which some were made. */
async function bound(river: TestRiver, perMonth: number, used: number): Promise<void> {
  const { connectionId = '' } = (await river.world.data.actions.get(river.actionId)) ?? {}
  await updateConnection(river.world, { id: connectionId }, { settings: { calls_per_month: perMonth } })
  for (let call = 0; call < used; call++)
    await testData.data.callCounts.take(connectionId, { at: river.world.clock.now(), perDay: null, perMonth: null })
}

describe('estimateRun()', () => {
  test('counts records and requests, and learns from the last run', async () => {
    const river = await createTestRiver(testData, { table: productTable(25), source: { pageSize: 10 } })
    const estimate = (trigger = wholeView) => estimateRun(river.world, river.actionId, trigger)
    expect(await estimate()).toMatchObject({ records: null, seconds: null, budget: null })
    expect(await estimate({ ...named(30), limit: 20 })).toMatchObject({
      records: 20,
      calls: { read: 1 + 1 + 1, write: 2, upload: 0 },
    })
    await river.runAll()
    const pages = river.source.calls.get('page') ?? 0
    expect(await estimate()).toMatchObject({
      records: 25,
      calls: { read: 2 + 1 + pages, write: river.source.calls.get('writeBack'), upload: 0 },
      // no time has passed
      seconds: null,
    })
  })

  test('looks at the table when it is told to: the source counts, or its first page tells', async () => {
    const river = await createTestRiver(testData, { table: productTable(25), source: { pageSize: 10 } })
    const look = (more: object = {}) => estimateRun(river.world, river.actionId, { ...wholeView, ...more, look: true })
    expect(await look()).toMatchObject({ records: null, note: expect.stringMatching(/at least 20 records/) })
    expect(river.source.calls.get('page')).toBe(2)
    expect(await look({ limit: 15 })).toMatchObject({ records: 15, note: null, calls: { write: 2 } })
    const table = productTable(25)
    const counting = await createTestRiver(testData, { table, source: { pageSize: 10, counts: true } })
    const counted = await estimateRun(counting.world, counting.actionId, { ...wholeView, look: true })
    expect(counted).toMatchObject({ records: 25, note: null, calls: { write: 3 } })
    expect(counting.source.calls.get('page')).toBeUndefined()
    const small = await createTestRiver(testData, { table: productTable(7), source: { pageSize: 10 } })
    const ofSmall = await estimateRun(small.world, small.actionId, { ...wholeView, look: true })
    expect(ofSmall).toMatchObject({ records: 7, note: null })
  })

  test('says why a run would fail: a field of the action is gone', async () => {
    const table = productTable(3)
    const river = await createTestRiver(testData, { table, source: { counts: true } })
    table.fields = table.fields.filter(({ name }) => name !== 'Image URL')
    for (const trigger of [wholeView, named(2)])
      expect(await estimateRun(river.world, river.actionId, { ...trigger, look: true })).toMatchObject({
        error: { code: 'source_not_found', message: expect.stringContaining('"Image URL" (written back)') },
      })
  })

  test('knows the limit of requests, and that bytes cost one each', async () => {
    const table = productTable(25)
    const river = await createTestRiver(testData, {
      table: { ...table, fields: [...table.fields, fakeField('Card', 'attachments')] },
      source: { capabilities: { attachment: { byUrl: false, maxBytes: 100_000 }, perSecond: 5 } },
      draft: { writeBack: { attachment: { field: 'Card' } } },
    })
    await river.runAll()
    expect(await estimateRun(river.world, river.actionId, wholeView)).toMatchObject({
      calls: { read: 4, write: 0, upload: 25 },
      seconds: { from: 29 / 5, likely: 29 / 5, to: 29 / 5 },
    })
  })

  test('counts linked rows that a table of the template shows, also before the table was looked at', async () => {
    const river = await createTestRiver(testData)
    const { world, actionId, templateId } = river
    const read = async () => (await estimateRun(world, actionId, named(20))).calls.read
    const before = await read()
    const rows = { type: 'table' as const, name: 'Lines', x: 0, y: 0, width: 100, height: 50 }
    const table = { ...rows, rows: { bind: 'Lines' }, columns: [{ field: 'Item' }] }
    await saveTemplate(world, { id: templateId }, { design: { ...cardDesign, layers: [...cardDesign.layers, table] } })
    await publishTemplate(world, templateId)
    // The fields of the linked table, and one request for its rows.
    expect(await read()).toBe(before + 2)
  })

  test('tells what is left of the month', async () => {
    const river = await createTestRiver(testData)
    await bound(river, 100, 3)
    expect((await estimateRun(river.world, river.actionId, wholeView)).budget).toEqual({
      perMonth: 100,
      usedThisMonth: 3,
      remaining: 97,
    })
  })
})

describe('checkBudget()', () => {
  test('refuses a run that is certain to need more requests than are left', async () => {
    const river = await createTestRiver(testData, { table: productTable(50) })
    const check = (trigger = wholeView) => checkBudget(river.world, river.actionId, trigger)
    await check(named(50))
    await bound(river, 10, 5)
    // all of these are new: 2 requests to read, 1 to check, 5 to write
    await expect(check(named(50))).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(
        /at least 8 requests to the table, but the connection has 5 of its 10 requests left/,
      ),
      errors: [{ pointer: '/over_budget' }],
    })
    await check(named(20))
    await river.runAll()
    // from now on perhaps nothing has changed
    await check(named(50))
    await expect(check({ ...named(50), force: true })).rejects.toMatchObject({ code: 'conflict' })
  })
})

test.each([
  ['a binding', { bind: 'Titel' }, 'set a fallback in'],
  ['an expression', '{{Titel}}', 'correct the name in'],
])(
  '%s that a published version adds and nothing fills is told by the action, the estimate and the run',
  async (_, text, cure) => {
    const river = await createTestRiver(testData)
    const { world, templateId, actionId } = river
    const [heading, picture] = cardDesign.layers
    await saveTemplate(
      world,
      { id: templateId },
      { design: { ...cardDesign, layers: [{ ...heading, text }, picture] } },
    )
    await publishTemplate(world, templateId)
    const words = [
      `The binding "Titel" of the layer "Heading" has no value: the table "Products" has no field with this name. Did you mean "Title"? Map a field or a fixed value to it, or ${cure} the template. There are: "Title", "Photo", "Image URL", "Status", "Error", "Rendered at", "Row number".`,
    ]
    const warnings = async () => {
      const action = await world.data.actions.get(actionId)
      return action && actionWarnings(world, action)
    }
    expect(await estimateRun(world, actionId, { ...wholeView, look: true })).toMatchObject({ warnings: words })
    expect(await warnings()).toEqual([])
    expect(await findAffected(world, templateId)).toEqual([
      { id: actionId, title: expect.any(String), warnings: words },
    ])
    expect(await warnings()).toEqual(words)
    expect(await river.runAll()).toMatchObject({ rendered: 3, notices: words })
    await updateAction(world, { id: actionId }, { mapping: { Titel: { field: 'Title' } } })
    expect(await warnings()).toEqual([])
    expect(await river.runAll()).toMatchObject({ rendered: 3, notices: [] })
  },
)

/** Publishes a version with a text of its own, after records got exceptions of a layer that it lacks. */
async function publishOdd({ world, templateId, actionId }: TestRiver): Promise<void> {
  const at = world.clock.now()
  for (const recordId of ['rec_0', 'rec_1'])
    await world.data.exceptions.save({
      ...{ actionId, recordId, label: '', usedLayers: [], createdAt: at, updatedAt: at },
      modifications: [{ name: 'Gone', fill: 'red' }],
    })
  const [heading, picture] = cardDesign.layers
  const design = { ...cardDesign, layers: [{ ...heading, text: '{{Titel}}' }, picture] }
  await saveTemplate(world, { id: templateId }, { design })
  await publishTemplate(world, templateId)
}

const ofGone = 'Records rec_0, rec_1: exception of layer "Gone": there is no layer "Gone".'

test('a publication notes names that nothing fills however long the exceptions take', async () => {
  const river = await createTestRiver(testData)
  await publishOdd(river)
  const { actions, exceptions } = testData.data
  const noted = Promise.withResolvers<void>()
  const update: typeof actions.update = async (action) => {
    noted.resolve()
    return actions.update(action)
  }
  const list: typeof exceptions.list = async (query) => {
    await noted.promise
    return exceptions.list(query)
  }
  const data = { ...testData.data, actions: { ...actions, update }, exceptions: { ...exceptions, list } }
  const [affected] = await findAffected({ ...river.world, data }, river.templateId)
  expect(affected?.warnings).toEqual([expect.stringContaining('The binding "Titel"'), ofGone])
})

test('exceptions are looked at one by one, as long as their publication waits', async () => {
  const river = await createTestRiver(testData)
  await publishOdd(river)
  const { exceptions } = testData.data
  const action = await testData.data.actions.get(river.actionId)
  if (action === null) throw new Error('the action is gone')
  let isOver = false
  const list: typeof exceptions.list = async (query) => {
    const page = await exceptions.list(query)
    setImmediate(() => {
      isOver = true
    })
    return page
  }
  const data = { ...testData.data, exceptions: { ...exceptions, list } }
  const { templateId } = river
  expect(await findUnusedExceptions({ data }, action, { templateId, goesOn: () => true })).toEqual([ofGone])
  isOver = false
  expect(await findUnusedExceptions({ data }, action, { templateId, goesOn: () => !isOver })).toEqual([])
})

test('a run notes for its action what a version has added that nothing fills, and that a field does since', async () => {
  const river = await createTestRiver(testData)
  const { world, templateId, actionId, table } = river
  const layers = [...cardDesign.layers, { ...cardDesign.layers[0], name: 'Zed', text: '{{Zed}}' }]
  await saveTemplate(world, { id: templateId }, { design: { ...cardDesign, layers } })
  await publishTemplate(world, templateId)
  await river.runAll()
  expect((await world.data.actions.get(actionId))?.unfilled).toHaveLength(1)
  table.fields.push(fakeField('Zed'))
  expect(await river.runAll()).toMatchObject({ notices: [] })
  expect((await world.data.actions.get(actionId))?.unfilled).toEqual([])
})
