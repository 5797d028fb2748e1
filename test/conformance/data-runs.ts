import { type BareRun, outcomeOf, type Run } from '@pictable/server/core/run/run.ts'
import { describe, expect, test } from 'vitest'
import { activeRun, at, later, type Subject } from './data.ts'
import { readAll } from './data-resources.ts'

const bareOf = ({ recordIds, ...run }: Run): BareRun => ({ ...run, isWhole: recordIds === null })

export function describeRuns(get: () => Subject): void {
  describe('runs', () => {
    test('are read as they were written', async () => {
      const { data, addAction, addRun } = get()
      const run = await addRun(await addAction(), {
        state: 'failed',
        retryOf: 'run_before',
        startedBy: { kind: 'schedule', id: 'trg_1' },
        waitingFor: { code: 'storage_unavailable', message: 'The disk is full' },
        recordIds: ['rec1', 'rec2'],
        force: true,
        limit: 7,
        metadata: { order: [1, { two: 3 }] },
        error: { code: 'source_auth', message: 'The token was refused' },
        cursor: 'itr/rec',
        finishedAt: later,
      })
      expect(await data.runs.get(run.id)).toEqual(run)
      expect(await data.runs.getBare(run.id)).toEqual(bareOf(run))
      expect(await data.runs.get('run_unknown')).toBeNull()
      expect(await data.runs.getBare('run_unknown')).toBeNull()
    })

    test('an action has at most one active and one waiting run', async () => {
      const { data, addAction, addRun, id } = get()
      const action = await addAction()
      const active = await addRun(action)
      const waiting = await addRun(action, { state: 'waiting' })
      await addRun(action, { state: 'completed' })
      for (const state of ['active', 'waiting'] as const) {
        await expect(data.runs.insert(activeRun(id('run'), action.id, { state }))).rejects.toMatchObject({
          code: 'conflict',
        })
      }
      expect(await data.runs.findOpen(action.id)).toEqual({ active: bareOf(active), waiting: bareOf(waiting) })
      await data.runs.update(active.id, { state: 'cancelled' })
      await data.runs.update(waiting.id, { state: 'active' })
      expect(await data.runs.findOpen(action.id)).toEqual({
        active: bareOf({ ...waiting, state: 'active' }),
        waiting: null,
      })
    })

    test('watched() gives how far the newest are, the newest active ones, and those that are named', async () => {
      const { data, addAction, addRun } = get()
      const action = await addAction()
      const named = await addRun(action, { state: 'waiting', recordIds: ['rec1'], metadata: { a: 1 } })
      const active = await addRun(action, { startedAt: later, rendered: 2, total: 3 })
      const newest = await addRun(action, { state: 'failed' })
      const shownOf = ({ id, actionId, state, startedAt, ...run }: Run) => {
        const { total, rendered, skipped, failed, cancelled, writtenBack } = run
        return { ...{ id, actionId, state, startedAt }, total, rendered, skipped, failed, cancelled, writtenBack }
      }
      const watched = await data.runs.watched(100, [named.id, 'run_unknown'])
      for (const run of [named, active, newest]) expect(watched).toContainEqual(shownOf(run))
      expect(new Set(watched.map(({ id }) => id)).size).toBe(watched.length)
      expect((await data.runs.watched(1, [])).length).toBeLessThanOrEqual(2)
    })

    test('update() changes what is named, also to null', async () => {
      const { data, addAction, addRun } = get()
      const run = await addRun(await addAction(), {
        state: 'waiting',
        recordIds: ['rec1'],
        limit: 3,
        metadata: { a: 1 },
      })
      const change = { recordIds: null, limit: null, force: true, metadata: { b: 2 }, plannedAt: later }
      await data.runs.update(run.id, change)
      await data.runs.update(run.id, {})
      expect(await data.runs.get(run.id)).toEqual({ ...run, ...change })
    })

    test('list() goes by action and state, newest first', async () => {
      const { data, addAction, addRun } = get()
      const action = await addAction()
      const runs = [
        await addRun(action, { state: 'completed' }),
        await addRun(action, { state: 'failed' }),
        await addRun(action, { state: 'completed' }),
      ]
      const list = async (filter: { state?: 'completed' | 'failed' }) =>
        (await readAll((options) => data.runs.list({ ...options, actionId: action.id, ...filter }))).map(({ id }) => id)
      expect(await list({})).toEqual(runs.map(({ id }) => id).reverse())
      expect(await list({ state: 'failed' })).toEqual([runs[1]?.id])
    })

    test('list() goes by outcome, as runs are presented', async () => {
      const { data, addAction, addRun } = get()
      const action = await addAction()
      const runs: Run[] = []
      for (const state of ['completed', 'failed', 'cancelled'] as const)
        for (const counts of [
          {},
          { failed: 2 },
          { failed: 2, rendered: 1 },
          { failed: 2, skipped: 1 },
          { rendered: 3 },
        ])
          runs.push(await addRun(action, { state, total: 3, ...counts }))
      runs.push(await addRun(action, { total: 3, failed: 1 }))
      for (const outcome of ['completed', 'completed_with_failures', 'failed', 'cancelled'] as const) {
        const found = await readAll((options) => data.runs.list({ ...options, actionId: action.id, outcome }))
        const wanted = runs.filter((run) => outcomeOf(run) === outcome)
        expect(found.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id).reverse())
        const none = await data.runs.list({ limit: 9, actionId: action.id, outcome, state: 'active' })
        expect(none).toEqual({ results: [], next: null })
      }
    })

    test('deleteEnded() forgets old runs with their records, but for the newest of each action', async () => {
      const { data, addAction, addRun } = get()
      const [action, other] = [await addAction(), await addAction()]
      const end = { state: 'completed', finishedAt: later } as const
      const old = await addRun(action)
      const record = { id: 'rec1', fields: {}, label: 'One', emptied: [] }
      await data.runs.addPage(old.id, { records: [record], cursor: null, at })
      await data.runs.update(old.id, end)
      const newest = await addRun(action, end)
      const active = await addRun(action)
      const alone = await addRun(other, end)
      await data.runs.deleteEnded(at)
      expect(await data.runs.get(old.id)).not.toBeNull()
      await data.runs.deleteEnded(new Date(Date.now() + 60_000))
      expect(await data.runs.get(old.id)).toBeNull()
      expect((await data.runs.records(old.id, { limit: 10 })).results).toEqual([])
      for (const { id } of [newest, active, alone]) expect(await data.runs.get(id)).not.toBeNull()
    })

    test('of triggers at once one makes the run', async () => {
      const { data, addAction, id } = get()
      const action = await addAction()
      const trigger = () =>
        data.transaction(async (transaction) => {
          expect(await transaction.actions.lock(action.id)).toBe(true)
          const { active } = await transaction.runs.findOpen(action.id)
          if (active !== null) return active.id
          const run = activeRun(id('run'), action.id)
          await transaction.runs.insert(run)
          return run.id
        })
      const runIds = await Promise.all(Array.from({ length: 8 }, trigger))
      expect(new Set(runIds).size).toBe(1)
    })

    test('lock() finds what is there', async () => {
      const { data, addAction, addRun } = get()
      const run = await addRun(await addAction())
      await data.transaction(async (transaction) => {
        expect(await transaction.runs.lock(run.id)).toEqual(bareOf(run))
        expect(await transaction.runs.lock('run_unknown')).toBeNull()
        expect(await transaction.actions.lock('act_unknown')).toBe(false)
      })
    })
  })

  describe('transaction()', () => {
    test('keeps rows and jobs together', async () => {
      const { data, addAction, addRun, countJobs } = get()
      const run = await addRun(await addAction())
      const before = await countJobs()
      const result = await data.transaction(async (transaction) => {
        await transaction.runs.update(run.id, { plannedAt: at })
        await transaction.queue.send('process-chunk', [
          { runId: run.id, fromN: 0, toN: 100 },
          { runId: run.id, fromN: 100, toN: 150 },
        ])
        expect((await transaction.runs.get(run.id))?.plannedAt).toEqual(at)
        return 'done'
      })
      expect(result).toBe('done')
      expect((await data.runs.get(run.id))?.plannedAt).toEqual(at)
      expect(await countJobs()).toBe(before + 2)
    })

    test('loses rows and jobs together', async () => {
      const { data, addAction, addRun, countJobs } = get()
      const action = await addAction()
      const run = await addRun(action)
      const before = await countJobs()
      const failing = data.transaction(async (transaction) => {
        await transaction.runs.update(run.id, { plannedAt: at })
        await transaction.settings.set('lost', true)
        await transaction.queue.send('plan-run', [{ runId: run.id }])
        await transaction.transaction((inner) => inner.settings.set('lost too', true))
        throw new Error('changed my mind')
      })
      await expect(failing).rejects.toThrow('changed my mind')
      expect(await data.runs.get(run.id)).toEqual(run)
      expect(await data.settings.get('lost')).toBeUndefined()
      expect(await data.settings.get('lost too')).toBeUndefined()
      expect(await countJobs()).toBe(before)
    })

    test('keeps nothing when a failed statement was passed over', async () => {
      const { data, addAction, id } = get()
      const action = await addAction()
      const run = activeRun(id('run'), action.id)
      const failing = data.transaction(async (transaction) => {
        await transaction.runs.insert(run)
        await transaction.runs.insert(run).catch(() => {})
      })
      await expect(failing).rejects.toThrow()
      expect(await data.runs.get(run.id)).toBeNull()
      await data.check()
    })

    test('goes on when another one waits for it, and it for the other', async () => {
      const { data, addAction } = get()
      const [one, other] = [(await addAction()).id, (await addAction()).id]
      const lockBoth = (first: string, second: string) =>
        data.transaction(async (transaction) => {
          const isThere = await transaction.actions.lock(first)
          await new Promise((resolve) => setTimeout(resolve, 300))
          return isThere && (await transaction.actions.lock(second))
        })
      expect(await Promise.all([lockBoth(one, other), lockBoth(other, one)])).toEqual([true, true])
    })

    test('queue.send() without a transaction sends at once', async () => {
      const { data, countJobs } = get()
      const before = await countJobs()
      await data.queue.send('plan-run', [{ runId: 'run_nowhere' }])
      await data.queue.send('plan-run', [])
      expect(await countJobs()).toBe(before + 1)
    })
  })
}
