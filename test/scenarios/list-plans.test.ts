import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ListPlan, maxBuffers, plansOfLists } from '#test/list-plans.ts'
import { startApp, type TestApp } from '#test/start-app.ts'

const count = 10_000

let app: TestApp
let plans: ListPlan[]

beforeAll(async () => {
  app = await startApp()
  plans = await plansOfLists(app, count)
})
afterAll(() => app.close())

describe('a list with filters, in tables of 10,000 images and 30,000 deliveries', () => {
  test('reads no table from its beginning', () => {
    expect(plans.length).toBeGreaterThan(50)
    expect(plans.filter(({ sequentialScans }) => sequentialScans.length > 0)).toEqual([])
  })

  test('reads a bounded number of pages', () => {
    expect(plans.filter((plan) => plan.buffers > maxBuffers(plan))).toEqual([])
    expect(plans.filter(({ isChecked, removedRows }) => !isChecked && removedRows > 100)).toEqual([])
  })
})
