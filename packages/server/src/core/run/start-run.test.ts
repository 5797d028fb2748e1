import { describe, expect, test } from 'vitest'
import { actionStatus } from '#core/action/action-status.ts'
import { useTestData } from '#core/fakes/test-data.ts'
import { cardDesign, createTestRiver, wholeView } from '#core/fakes/test-river.ts'
import { createTemplate } from '#core/template/save-template.ts'
import { cancelRun } from './cancel-run.ts'
import { retryFailed } from './retry-failed.ts'
import { startRun } from './start-run.ts'

const testData = useTestData()

describe('startRun()', () => {
  test('starts a run and its plan job when none is active', async () => {
    const river = await createTestRiver(testData)
    const { run, action } = await startRun(river.world, river.actionId, {
      ...wholeView,
      metadata: { by: 'test' },
    })
    expect(action.id).toBe(river.actionId)
    expect(river.jobs).toEqual([{ name: 'plan-run', job: { runId: run.id } }])
    expect(await river.run(run.id)).toMatchObject({
      state: 'active',
      templateVersion: 1,
      metadata: { by: 'test' },
      total: 0,
    })
    expect(await actionStatus(river.world, river.actionId)).toMatchObject({ status: 'Starting', runId: run.id })
  })

  test('merges triggers into one waiting run while another is active', async () => {
    const river = await createTestRiver(testData)
    const { run: active } = await startRun(river.world, river.actionId, wholeView)
    const first = await startRun(river.world, river.actionId, {
      recordIds: ['a', 'b'],
      force: false,
      limit: 5,
      metadata: { n: 1 },
    })
    const second = await startRun(river.world, river.actionId, {
      recordIds: ['b', 'c'],
      force: true,
      limit: 9,
      metadata: { n: 2 },
    })
    expect(first.run.id).not.toBe(active.id)
    expect(second.run.id).toBe(first.run.id)
    expect(await river.run(first.run.id)).toMatchObject({
      state: 'waiting',
      recordIds: ['a', 'b', 'c'],
      force: true,
      limit: 9,
      metadata: { n: 2 },
      templateVersion: null,
    })
    await startRun(river.world, river.actionId, wholeView)
    expect(await river.run(first.run.id)).toMatchObject({ recordIds: null, force: true, limit: null, metadata: null })
    expect(river.jobs).toHaveLength(1)
  })

  test('starts only one of many triggers at the same time', async () => {
    const river = await createTestRiver(testData)
    const started = await Promise.all(Array.from({ length: 8 }, () => startRun(river.world, river.actionId, wholeView)))
    expect(new Set(started.map(({ run }) => run.id)).size).toBe(2)
    expect(river.jobs).toHaveLength(1)
  })

  test('refuses an unknown action and a template that was never published', async () => {
    const river = await createTestRiver(testData)
    await expect(startRun(river.world, 'act_none', wholeView)).rejects.toMatchObject({ code: 'not_found' })
    const { template } = await createTemplate(river.world, { design: cardDesign })
    const action = await river.world.data.actions.get(river.actionId)
    if (action === null) throw new Error('no action')
    await river.world.data.actions.update({ ...action, templateId: template.id })
    await expect(startRun(river.world, river.actionId, wholeView)).rejects.toMatchObject({
      code: 'conflict',
      message: `The template "Card" has no published version. Publish version 1, then start the run again.`,
    })
  })
})

describe('cancelRun()', () => {
  test('cancels what is pending and starts the waiting run', async () => {
    const river = await createTestRiver(testData)
    const { run } = await startRun(river.world, river.actionId, wholeView)
    const { run: next } = await startRun(river.world, river.actionId, wholeView)
    await river.work({ name: 'plan-run', job: { runId: run.id } })
    expect(await cancelRun(river.world, run.id)).toMatchObject({
      state: 'cancelled',
      total: 3,
      cancelled: 3,
      rendered: 0,
    })
    expect(await river.run(next.id)).toMatchObject({ state: 'active', templateVersion: 1 })
    expect(await actionStatus(river.world, river.actionId)).toMatchObject({ status: 'Starting', runId: next.id })
    await river.drain()
    expect(await river.run(next.id)).toMatchObject({ state: 'completed', rendered: 3 })
    expect(await river.run(run.id)).toMatchObject({ state: 'cancelled', total: 3, cancelled: 3, rendered: 0 })
  })

  test('cancels a waiting run and leaves the active one', async () => {
    const river = await createTestRiver(testData)
    const { run } = await startRun(river.world, river.actionId, wholeView)
    const { run: waiting } = await startRun(river.world, river.actionId, wholeView)
    expect(await cancelRun(river.world, waiting.id)).toMatchObject({ state: 'cancelled', activatedAt: null })
    await river.drain()
    expect(await river.run(run.id)).toMatchObject({ state: 'completed', rendered: 3 })
  })

  test('refuses a run that has ended, and one that never was', async () => {
    const river = await createTestRiver(testData)
    const { run } = await startRun(river.world, river.actionId, wholeView)
    await river.drain()
    await expect(cancelRun(river.world, run.id)).rejects.toMatchObject({ code: 'conflict' })
    await expect(cancelRun(river.world, 'run_none')).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('retryFailed()', () => {
  test('refuses when nothing failed', async () => {
    const river = await createTestRiver(testData)
    const { run } = await startRun(river.world, river.actionId, wholeView)
    await river.drain()
    await expect(retryFailed(river.world, run.id)).rejects.toMatchObject({ code: 'conflict' })
    await expect(retryFailed(river.world, 'run_none')).rejects.toMatchObject({ code: 'not_found' })
  })
})
