import { describe, expect, test } from 'vitest'
import { at, later, newOutcome, newRecords, type Subject } from './data.ts'
import { expectCursorRefused, readAll } from './data-resources.ts'

/** A run with so many pending records. */
async function addListedRun({ data, addAction, addRun }: Subject, count: number) {
  const run = await addRun(await addAction())
  await data.runs.addPage(run.id, { records: newRecords(count), cursor: 'next', at })
  return run
}

export function describeRunRecords(get: () => Subject): void {
  describe('addPage()', () => {
    test('gives the next places, ignores known records, and moves the run on', async () => {
      const { data, addAction, addRun } = get()
      const run = await addRun(await addAction())
      const [one, two, three, four] = newRecords(4)
      if (!one || !two || !three || !four) throw new Error('no records')
      expect(await data.runs.addPage(run.id, { records: [one, two], cursor: 'c1', at })).toEqual({ fromN: 0, toN: 2 })
      const second = { records: [two, three, { ...three, label: 'again' }, one, four], cursor: 'c2', at: later }
      expect(await data.runs.addPage(run.id, second)).toEqual({ fromN: 2, toN: 4 })
      expect(await data.runs.addPage(run.id, { records: [one], cursor: null, at: later })).toEqual({ fromN: 4, toN: 4 })
      expect(await data.runs.get(run.id)).toEqual({ ...run, total: 4, cursor: null, startedAt: at })
      const pending = await data.runs.pendingRecords(run.id, 0, 10)
      expect(pending).toEqual([one, two, three, four].map(({ id, ...record }, n) => ({ n, recordId: id, ...record })))
      expect((await data.runs.pendingRecords(run.id, 1, 3)).map(({ n }) => n)).toEqual([1, 2])
    })

    test('does nothing unless the run is active', async () => {
      const subject = get()
      const { data } = subject
      const run = await addListedRun(subject, 3)
      await data.runs.update(run.id, { state: 'cancelled' })
      const before = await data.runs.get(run.id)
      const { fromN, toN } = await data.runs.addPage(run.id, { records: newRecords(3, 'new'), cursor: 'x', at: later })
      expect(toN - fromN).toBe(0)
      expect(await data.runs.get(run.id)).toEqual(before)
      expect(await data.runs.pendingRecords(run.id, 0, 10)).toEqual([])
    })

    test('lists every record once when two list the same at once', async () => {
      const { data, addAction, addRun } = get()
      const run = await addRun(await addAction())
      const pages = [0, 50, 100, 150].map((from) => newRecords(250).slice(from, from + 100))
      const places = await Promise.all(
        [...pages, ...pages].map((records) => data.runs.addPage(run.id, { records, cursor: null, at })),
      )
      expect(places.reduce((sum, { fromN, toN }) => sum + toN - fromN, 0)).toBe(250)
      const pending = await data.runs.pendingRecords(run.id, 0, 1000)
      expect(pending.map(({ n }) => n)).toEqual(Array.from({ length: 250 }, (_, n) => n))
      expect(new Set(pending.map(({ recordId }) => recordId)).size).toBe(250)
      expect((await data.runs.get(run.id))?.total).toBe(250)
    })
  })

  describe('finishRecords()', () => {
    test('counts once, however often it is repeated', async () => {
      const subject = get()
      const { data } = subject
      const run = await addListedRun(subject, 6)
      const reason = { code: 'image_truncated', message: 'Record rec2: the image is cut off' }
      const group = { key: 'image_truncated: the image is cut off', message: 'the image is cut off' }
      const outcomes = [
        newOutcome(0),
        newOutcome(1, { state: 'skipped' }),
        newOutcome(2, { state: 'failed', fingerprint: null, imageId: null, writtenBack: false, reason, group }),
        newOutcome(4, { writtenBack: false }),
      ]
      const expected = {
        state: 'active',
        plannedAt: null,
        total: 6,
        rendered: 2,
        skipped: 1,
        failed: 1,
        cancelled: 0,
        writtenBack: 2,
        failureGroups: { [group.key]: { code: reason.code, message: group.message, records: 1 } },
        outputs: {},
      }
      const { finished, ...counts } = await data.runs.finishRecords(run.id, outcomes, later)
      expect(counts).toEqual(expected)
      expect(finished.toSorted()).toEqual([0, 1, 2, 4])
      const again = outcomes.map((outcome) => ({ ...outcome, state: 'rendered' as const, imageId: 'img_other' }))
      const nothing = { ...expected, finished: [] }
      expect(await data.runs.finishRecords(run.id, again, later)).toEqual(nothing)
      expect(await data.runs.finishRecords(run.id, [], later)).toEqual(nothing)
      expect((await data.runs.pendingRecords(run.id, 0, 6)).map(({ n }) => n)).toEqual([3, 5])
      const { results } = await data.runs.records(run.id, { limit: 3 })
      const base = { runId: run.id, finishedAt: later, outputs: [] }
      expect(results).toEqual([
        {
          ...base,
          n: 0,
          recordId: 'rec0',
          label: 'Record 0',
          state: 'rendered',
          reason: null,
          imageId: 'img_0',
          warnings: [],
          writtenBack: true,
        },
        {
          ...base,
          n: 1,
          recordId: 'rec1',
          label: 'Record 1',
          state: 'skipped',
          reason: null,
          imageId: 'img_1',
          warnings: [],
          writtenBack: true,
        },
        {
          ...base,
          n: 2,
          recordId: 'rec2',
          label: 'Record 2',
          state: 'failed',
          reason,
          imageId: null,
          warnings: [],
          writtenBack: false,
        },
      ])
      expect(await data.runs.recordIds(run.id, 'failed')).toEqual(['rec2'])
    })

    test('sums what became of each output, and keeps it with the record', async () => {
      const subject = get()
      const { data } = subject
      const run = await addListedRun(subject, 6)
      const part = { imageId: 'img_1', reason: null, writtenBack: true }
      const outputs = [
        { ...part, name: 'card', state: 'rendered' as const },
        { ...part, name: 'story', state: 'failed' as const, reason: { code: 'x', message: 'y' } },
      ]
      await data.runs.finishRecords(run.id, [newOutcome(0, { outputs }), newOutcome(1)], later)
      const skipped = outputs.map((output) => ({ ...output, state: 'skipped' as const }))
      const outcomes = [newOutcome(2, { outputs }), newOutcome(3, { outputs: skipped })]
      for (let times = 0; times < 2; times++) await data.runs.finishRecords(run.id, outcomes, later)
      expect((await data.runs.getBare(run.id))?.outputs).toEqual({
        card: { rendered: 2, skipped: 1 },
        story: { failed: 2, skipped: 1 },
      })
      const { results } = await data.runs.records(run.id, { limit: 2 })
      expect(results.map((record) => record.outputs)).toEqual([outputs, []])
    })

    test('sums failures by reason, each record once, and finds the records by it', async () => {
      const subject = get()
      const { data } = subject
      const run = await addListedRun(subject, 60)
      const failed = (n: number, key: string) =>
        newOutcome(n, {
          ...{ state: 'failed' as const, imageId: null, writtenBack: false },
          ...{ reason: { code: key, message: `Record ${n}: ${key}` }, group: { key, message: key } },
        })
      await data.runs.finishRecords(run.id, [failed(0, 'a'), newOutcome(1), failed(2, 'b')], later)
      await data.runs.finishRecords(run.id, [failed(0, 'a'), failed(3, 'a'), failed(4, 'c')], later)
      const one = (key: string, records: number) => ({ [key]: { code: key, message: key, records } })
      expect((await data.runs.get(run.id))?.failureGroups).toEqual({ ...one('a', 2), ...one('b', 1), ...one('c', 1) })
      const { results } = await data.runs.records(run.id, { limit: 10, failureGroup: 'a' })
      expect(results.map(({ n }) => n)).toEqual([0, 3])
      const many = Array.from({ length: 40 }, (_, index) => failed(10 + index, `more-${index}`))
      const progress = await data.runs.finishRecords(run.id, many, later)
      const groups = Object.values(progress.failureGroups)
      expect([progress.failed, Object.keys(progress.failureGroups).length]).toEqual([44, 21])
      expect(groups.reduce((sum, { records }) => sum + records, 0)).toBe(44)
      const last = await data.runs.finishRecords(run.id, [failed(55, 'a'), failed(56, 'never seen')], later)
      expect(last.failureGroups).toMatchObject({ a: { records: 3 }, '': { records: 24 } })
    })

    test('sums warnings by code, each record once, and finds the records by them', async () => {
      const subject = get()
      const { data } = subject
      const run = await addListedRun(subject, 5)
      const first = [
        newOutcome(0, { warnings: ['missing_glyphs', 'shrunk'] }),
        newOutcome(1),
        newOutcome(2, { warnings: ['shrunk'] }),
      ]
      await data.runs.finishRecords(run.id, first, later)
      await data.runs.finishRecords(run.id, [...first, newOutcome(3, { warnings: ['truncated', 'shrunk'] })], later)
      await data.runs.finishRecords(run.id, [newOutcome(4)], later)
      expect((await data.runs.get(run.id))?.warnings).toEqual({ missing_glyphs: 1, shrunk: 3, truncated: 1 })
      const found = async (options: Omit<Parameters<typeof data.runs.records>[1], 'limit'>) =>
        (await data.runs.records(run.id, { limit: 10, ...options })).results.map(({ n, warnings }) => [n, warnings])
      const all = [
        [0, ['missing_glyphs', 'shrunk']],
        [2, ['shrunk']],
        [3, ['truncated', 'shrunk']],
      ]
      expect(await found({ warnings: 'true' })).toEqual(all)
      expect(await found({ warnings: 'truncated', state: 'rendered' })).toEqual([all[2]])
      expect(await found({ warnings: 'truncated', state: 'failed' })).toEqual([])
      expect(await found({ warnings: 'missing_image' })).toEqual([])
    })

    test('counts exactly when many flush at once, some of them the same', async () => {
      const subject = get()
      const { data } = subject
      const run = await addListedRun(subject, 400)
      const flushes = Array.from({ length: 16 }, (_, flush) =>
        Array.from({ length: 50 }, (_, index) => newOutcome((flush * 25 + index) % 400)),
      )
      await Promise.all(
        flushes.map((outcomes) =>
          data.transaction(async (transaction) => {
            await transaction.outputs.upsert(
              outcomes.map(({ recordId }) => ({
                actionId: run.actionId,
                recordId,
                output: '',
                fingerprint: 'f',
                imageId: 'i',
                writtenTo: [],
              })),
            )
            await transaction.runs.finishRecords(run.id, outcomes, later)
          }),
        ),
      )
      expect(await data.runs.get(run.id)).toMatchObject({ total: 400, rendered: 400, writtenBack: 400 })
      expect(await data.runs.pendingRecords(run.id, 0, 400)).toEqual([])
    })

    test('throws not_found for a run that is not there', async () => {
      const { data } = get()
      await expect(data.runs.finishRecords('run_unknown', [newOutcome(0)], at)).rejects.toMatchObject({
        code: 'not_found',
      })
      await expect(data.runs.finishRecords('run_unknown', [], at)).rejects.toMatchObject({ code: 'not_found' })
    })
  })

  describe('cancelPending()', () => {
    test('counts what was pending, and leaves what was done', async () => {
      const subject = get()
      const { data } = subject
      const run = await addListedRun(subject, 5)
      await data.runs.finishRecords(run.id, [newOutcome(1)], at)
      await data.runs.cancelPending(run.id, later)
      await data.runs.cancelPending(run.id, later)
      expect(await data.runs.get(run.id)).toMatchObject({ total: 5, rendered: 1, cancelled: 4 })
      await data.runs.finishRecords(run.id, [newOutcome(0), newOutcome(2)], later)
      expect(await data.runs.get(run.id)).toMatchObject({ total: 5, rendered: 1, cancelled: 4 })
      const cancelled = await readAll((options) => data.runs.records(run.id, { ...options, state: 'cancelled' }))
      expect(cancelled.map(({ n }) => n)).toEqual([0, 2, 3, 4])
    })

    test('cancels more records than one statement changes, each once', async () => {
      const subject = get()
      const { data } = subject
      const run = await addListedRun(subject, 10_003)
      await data.runs.finishRecords(run.id, [newOutcome(7), newOutcome(6000)], at)
      await data.runs.cancelPending(run.id, later)
      expect(await data.runs.get(run.id)).toMatchObject({ total: 10_003, rendered: 2, cancelled: 10_001 })
      expect((await data.runs.records(run.id, { state: 'pending', limit: 1 })).results).toEqual([])
    })

    test('and flushes at once leave true counts', async () => {
      const subject = get()
      const { data } = subject
      const run = await addListedRun(subject, 300)
      const flush = (from: number) =>
        data.runs.finishRecords(
          run.id,
          Array.from({ length: 30 }, (_, index) => newOutcome(from + index)),
          later,
        )
      const cancel = () =>
        data.transaction(async (transaction) => {
          await transaction.actions.lock(run.actionId)
          await transaction.runs.lock(run.id)
          await transaction.runs.cancelPending(run.id, later)
          await transaction.runs.update(run.id, { state: 'cancelled' })
        })
      await Promise.all([flush(0), flush(30), cancel(), flush(60), flush(90), flush(120)])
      const ended = await data.runs.get(run.id)
      expect(ended?.state).toBe('cancelled')
      expect((ended?.rendered ?? 0) + (ended?.cancelled ?? 0)).toBe(300)
    })
  })

  describe('records()', () => {
    test('gives the order of the run, in pages', async () => {
      const subject = get()
      const run = await addListedRun(subject, 7)
      const records = await readAll((options) => subject.data.runs.records(run.id, options))
      expect(records.map(({ n }) => n)).toEqual([0, 1, 2, 3, 4, 5, 6])
      await expectCursorRefused(subject.data.runs.records(run.id, { limit: 2, after: 'WyJhIl0' }))
    })
  })
}
