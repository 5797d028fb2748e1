import { describe, expect, test } from 'vitest'
import { actionWarnings } from '#core/action/action-warnings.ts'
import { updateAction } from '#core/action/save-action.ts'
import { fakeField } from '#core/fakes/fake-source.ts'
import { createFreeRenderer } from '#core/fakes/free-renderer.ts'
import { useTestData } from '#core/fakes/test-data.ts'
import { createTestRiver, productTable, type TestRiver } from '#core/fakes/test-river.ts'
import { findChanged, openWatched } from '#core/trigger/find-changed.ts'

const testData = useTestData()

/** A run of keyed records; `change` happens while the first image is rendered. */
async function runWhile(change: (river: TestRiver) => Promise<unknown>): Promise<TestRiver> {
  let isChanged = false
  const renderer = createFreeRenderer({
    async before() {
      if (isChanged) return
      isChanged = true
      await change(river)
    },
  })
  const river: TestRiver = await createTestRiver(testData, {
    draft: { stableUrls: { field: 'Title' } },
    world: { renderer },
  })
  await river.runAll()
  expect(isChanged).toBe(true)
  return river
}

describe('keys of a chunk under way', () => {
  const slugIn = ({ world, actionId }: TestRiver) => world.data.recordKeys.someSlug(actionId)

  test.each([
    ['have another field', { field: 'Status' }],
    ['have the id of the record', { field: null }],
    ['are switched off', null],
  ])('are not stored when stable URLs %s by then', async (_, stableUrls) => {
    const river = await runWhile(({ world, actionId }) => updateAction(world, { id: actionId }, { stableUrls }))
    expect(await slugIn(river)).toBeNull()
  })

  test('are stored when something else of the action changed', async () => {
    const river = await runWhile(({ world, actionId }) => updateAction(world, { id: actionId }, { title: 'New' }))
    expect(await slugIn(river)).toBe('product-0')
  })
})

describe('a change of the stable URLs that fails', () => {
  test('keeps the keys', async () => {
    const { world, actionId, runAll } = await createTestRiver(testData, { draft: { stableUrls: { field: 'Title' } } })
    await runAll()
    const found = await world.data.actions.get(actionId)
    const { data } = world
    const failing = { ...data, transaction: () => Promise.reject(new Error('gone')) }
    const change = updateAction(
      { ...world, data: failing },
      { id: actionId, revision: found?.revision },
      { stableUrls: null },
    )
    await expect(change).rejects.toThrow('gone')
    expect(await data.recordKeys.someSlug(actionId)).toBe('product-0')
  })
})

describe('keys that change alone', () => {
  async function skuRiver() {
    const table = productTable(3)
    const river = await createTestRiver(testData, {
      table: {
        ...table,
        fields: [...table.fields, fakeField('SKU'), fakeField('EAN')],
        records: table.records.map((record, index) => {
          const own = { fld_sku: `sku ${index}`, fld_ean: `400${index}` }
          return { ...record, fields: { ...record.fields, ...own } }
        }),
      },
      draft: { stableUrls: { field: 'SKU' } },
    })
    const { world, actionId } = river
    const changed = async () => {
      const watched = await openWatched(world, actionId)
      return [...(await findChanged(world, watched, { signal: new AbortController().signal })).keys()]
    }
    const slugs = async () => [...(await world.data.recordKeys.slugs(actionId, ['rec_0', 'rec_1', 'rec_2'])).values()]
    await river.runAll()
    return { river, changed, slugs }
  }

  test('are changes of the table, after whose run the URLs follow and nothing is rendered', async () => {
    const { river, changed, slugs } = await skuRiver()
    expect(await changed()).toEqual([])
    Object.assign(river.table.records[1]?.fields ?? {}, { fld_sku: 'new one' })
    expect(await changed()).toEqual(['rec_1'])
    expect(await river.runAll()).toMatchObject({ skipped: 3, rendered: 0 })
    expect(await slugs()).toEqual(['sku-0', 'new-one', 'sku-2'])
    expect(await changed()).toEqual([])
    Object.assign(river.table.records[2]?.fields ?? {}, { fld_sku: null })
    expect(await changed()).toEqual(['rec_2'])
    await river.runAll()
    expect(await changed(), 'a key that makes no URL is known too').toEqual([])
  })

  test('those of another field are all changed, and the action says what to do until a run has read them', async () => {
    const { river, changed, slugs } = await skuRiver()
    const { world, actionId } = river
    const warnings = async () => {
      const action = await world.data.actions.get(actionId)
      return action === null ? [] : (await actionWarnings(world, action)).filter((text) => text.includes('Its stable'))
    }
    expect(await warnings()).toEqual([])
    await updateAction(world, { id: actionId }, { stableUrls: { field: 'EAN' } })
    expect(await warnings()).toEqual([expect.stringContaining('Run the action')])
    expect(await changed()).toEqual(['rec_0', 'rec_1', 'rec_2'])
    expect(await river.runAll()).toMatchObject({ skipped: 3 })
    expect([await slugs(), await warnings(), await changed()]).toEqual([['4000', '4001', '4002'], [], []])
  })

  test('stay those of their field when only the feed is switched on', async () => {
    const { river, slugs } = await skuRiver()
    const { stableUrls, feedTokenHash } = await updateAction(
      river.world,
      { id: river.actionId },
      { stableUrls: { feed: true } },
    )
    expect([stableUrls?.field?.name, feedTokenHash !== null]).toEqual(['SKU', true])
    expect(await slugs()).toEqual(['sku-0', 'sku-1', 'sku-2'])
  })
})

test('a text of the mapping means the same fields when it is saved again after one was renamed', async () => {
  const mapping = { Title: { text: '{{Title}}!' } }
  const { world, actionId, table } = await createTestRiver(testData, { draft: { mapping } })
  const field = table.fields.find(({ name }) => name === 'Title')
  Object.assign(field ?? {}, { name: 'Product' })
  const same = await updateAction(world, { id: actionId }, { mapping })
  expect(same.mapping.Title).toMatchObject({ fields: { Title: { id: field?.id, name: 'Product' } } })
  await expect(
    updateAction(world, { id: actionId }, { mapping: { Title: { text: '{{Title}}?' } } }),
  ).rejects.toMatchObject({ errors: [{ pointer: '/mapping/Title/text' }] })
})
