import { describe, expect, test } from 'vitest'
import { updateAction } from '#core/action/save-action.ts'
import { createFreeRenderer } from '#core/fakes/free-renderer.ts'
import { useTestData } from '#core/fakes/test-data.ts'
import { createTestRiver, type TestRiver } from '#core/fakes/test-river.ts'

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
    ['have the id of the record', {}],
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
