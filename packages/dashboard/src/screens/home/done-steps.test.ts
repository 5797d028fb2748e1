import { describe, expect, test } from 'vitest'
import { doneSteps, type Existing } from './done-steps.ts'

const at = (minute: number) => ({ created_at: `2026-01-01T00:0${minute}:00.000Z` })
const sampleAction = { title: 'Product social cards', ...at(1) }

const nothing: Existing = { images: [], tables: [], connections: [], templates: [], actions: [], webhooks: [] }

/** Lists have the newest first. */
const sample: Existing = {
  ...nothing,
  images: [1],
  tables: [at(0)],
  connections: [at(0)],
  templates: [at(0), at(0), at(0)],
  actions: [sampleAction],
}

const stepsOf = (existing: Existing) => Object.fromEntries(doneSteps(existing))
const none = { table: false, template: false, action: false, webhook: false }

describe('doneSteps()', () => {
  test('has no step for the sample where there is none, and counts the first of each as one of your own', () => {
    expect(stepsOf(nothing)).toEqual(none)
    expect(stepsOf({ ...nothing, tables: [at(0)] })).toEqual({ ...none, table: true })
    expect(stepsOf({ ...nothing, connections: [at(0)] })).toEqual({ ...none, table: true })
    const own = { images: [1], tables: [at(0)], templates: [at(0)], actions: [{ title: 'Cards', ...at(1) }] }
    expect(stepsOf({ ...nothing, ...own })).toEqual({ table: true, template: true, action: true, webhook: false })
  })

  test('counts nothing of the sample as your own', () => {
    expect(stepsOf(sample)).toEqual({ sample: true, ...none })
    expect(stepsOf({ ...sample, images: [] })).toEqual({ sample: false, ...none })
  })

  test('counts what is added to the sample, also where parts of it were deleted', () => {
    const mixed = { ...sample, tables: [at(2), at(0)], webhooks: [1] }
    expect(stepsOf(mixed)).toEqual({ sample: true, ...none, table: true, webhook: true })
    expect(stepsOf({ ...sample, templates: [at(2), at(0)] })).toEqual({ sample: true, ...none, template: true })
    const actions = [{ ...sampleAction, ...at(3) }, { title: 'Cards', ...at(2) }, sampleAction]
    expect(stepsOf({ ...sample, actions })).toEqual({ sample: true, ...none, action: true })
  })

  test('counts everything as your own once the action of the sample is deleted', () => {
    expect(stepsOf({ ...sample, actions: [] })).toEqual({ ...none, table: true, template: true })
  })
})
