import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestData, type TestData } from '#core/fakes/test-data.ts'
import { createTestRiver } from '#core/fakes/test-river.ts'
import type { Action } from './action.ts'
import { listActions } from './list-actions.ts'

let testData: TestData
let actions: Action[]

beforeAll(async () => {
  testData = await openTestData()
  actions = []
  for (let n = 0; n < 3; n++) {
    const { actionId } = await createTestRiver(testData)
    const action = await testData.data.actions.get(actionId)
    if (action !== null) actions.push(action)
  }
  // Made in the same millisecond.
  actions.sort((one, other) => (one.id < other.id ? -1 : 1))
})
afterAll(() => testData.close())

async function idsOf(limitedTo: readonly string[] | null, filter: { connectionId?: string; tableId?: string } = {}) {
  const { results, next } = await listActions(testData, limitedTo, { limit: 2, ...filter })
  return { ids: results.map(({ id }) => id), next }
}

describe('listActions()', () => {
  test('gives a key without limits all actions, page by page', async () => {
    const [, second, third] = actions
    expect(await idsOf(null)).toEqual({ ids: [third?.id, second?.id], next: expect.any(String) })
    const connectionId = second?.connectionId ?? ''
    expect(await idsOf(null, { connectionId })).toEqual({ ids: [second?.id], next: null })
  })

  test('gives a limited key its own actions that are left, on one page', async () => {
    const [first, second, third] = actions.map(({ id }) => id)
    const own = [first ?? '', 'act_gone', second ?? '', third ?? '']
    expect(await idsOf(own)).toEqual({ ids: [first, second, third], next: null })
    expect(await idsOf([second ?? ''])).toEqual({ ids: [second], next: null })
    expect(await idsOf([])).toEqual({ ids: [], next: null })
  })

  test('filters the actions of a limited key', async () => {
    const [first, second] = actions
    const own = [first?.id ?? '', second?.id ?? '']
    const connectionId = second?.connectionId ?? ''
    expect(await idsOf(own, { connectionId })).toEqual({ ids: [second?.id], next: null })
    expect(await idsOf(own, { tableId: first?.tableId ?? '' })).toEqual({ ids: own, next: null })
    expect(await idsOf(own, { tableId: 'tbl_other' })).toEqual({ ids: [], next: null })
  })
})
