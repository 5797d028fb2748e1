import { describe, expect, test } from 'vitest'
import { check } from './check.ts'
import { at, lawful, runOf } from './log.test-kit.ts'
import type { Call, Ending, Log } from './log.ts'

/** The log with one thing changed. */
function changed(
  change: (log: { calls: Call[]; taken: Log['taken'][number][]; ending: Ending }) => Partial<Log> | undefined,
): Log {
  const { calls, taken, ending } = lawful()
  if (ending === null) throw new Error('no ending')
  const parts = { calls: [...calls], taken: [...taken], ending }
  return { ...parts, ...change(parts) }
}

const call = (at: number, change: Partial<Call>) => changed(({ calls }) => void Object.assign(calls[at] ?? {}, change))
const run = (at: number, change: object) =>
  changed(({ ending }) => void Object.assign(ending.runs[at]?.run ?? {}, change))
const record = (at: number, n: number, change: object) =>
  changed(({ ending }) => void Object.assign(ending.runs[at]?.records[n] ?? {}, change))
const image = (n: number, change: object) => changed(({ ending }) => void Object.assign(ending.images[n] ?? {}, change))
const without = <Item>(items: readonly Item[], n: number) => items.filter((_, at) => at !== n)

describe('check()', () => {
  test('finds nothing in a lawful log, nor when events and answers come twice or in another order', () => {
    expect(check(lawful())).toEqual([])
    expect(check(changed(({ taken }) => ({ taken: [...taken, ...taken].toReversed() })))).toEqual([])
    expect(check(changed(({ calls }) => ({ calls: calls.toReversed() })))).toEqual([])
  })

  test('finds nothing wrong with what no one answered, done or not', () => {
    const unanswered = { status: null, endedMs: Number.POSITIVE_INFINITY }
    const beganMs = Date.parse(at(430))
    const asked = { kind: 'trigger', recordIds: null, force: true } as const
    expect(check(changed(({ calls }) => void calls.push({ asked, beganMs, ...unanswered })))).toEqual([])
    expect(
      check(
        changed(({ calls }) => {
          const { runId: _, tablesource: __, ...served } = calls[2] ?? { asked, beganMs }
          return { calls: [...without(calls, 2), { ...served, ...unanswered }] }
        }),
      ),
    ).toEqual([])
  })

  test('lets one of two saves at the same time fail, and no other', () => {
    const saved = (status: number, beganMs: number): Call => ({
      asked: { kind: 'editAction' },
      status,
      beganMs,
      endedMs: beganMs + 10,
    })
    const first = Date.parse(at(450))
    expect(check(changed(({ calls }) => void calls.push(saved(200, first), saved(412, first + 5))))).toEqual([])
    expect(check(changed(({ calls }) => void calls.push(saved(200, first), saved(412, first + 10))))).toEqual([
      'editAction was answered with 412',
    ])
  })

  test('takes a row for one that was added without an answer', () => {
    const log = changed(({ calls }) => {
      Object.assign(calls[0] ?? {}, { status: null, endedMs: Number.POSITIVE_INFINITY, rowId: undefined })
    })
    expect(check(log)).toEqual([])
    const other = changed(({ calls }) => ({ calls: without(calls, 0) }))
    expect(check(other)).toContainEqual(expect.stringMatching(/row_1 of run_1 shows one, was one of/))
  })

  test('knows that a run which is cancelled while it waits did nothing', () => {
    const waited = runOf('run_0', { state: 'cancelled', finished_at: at(190) })
    const log = changed(({ calls, taken, ending }) => {
      const asked = { kind: 'trigger', recordIds: null, force: false } as const
      calls.push({ asked, beganMs: 0, endedMs: 1, status: 200, runId: 'run_0' })
      taken.push({ id: 'e', event: 'run.failed', runId: 'run_0', recordId: null, createdAt: at(190), body: '' })
      const [third, second, first] = ending.runs
      Object.assign(second?.records[0] ?? {}, { state: 'rendered', written_back: true })
      Object.assign(second?.run ?? {}, { rendered: 2, skipped: 0, written_back: 2 })
      taken.push({ id: 'f', event: 'image.created', runId: 'run_2', recordId: 'row_1', createdAt: at(250), body: '' })
      return {
        ending: { ...ending, runs: [first, { run: waited, records: [] }, second, third].flatMap((one) => one ?? []) },
      }
    })
    expect(check(log)).toEqual([])
  })

  test.each(lawful().taken.map(({ event, runId }, n) => ({ event, runId, n })))(
    'finds that $event of $runId was lost, or came under another id, with another body or of a time out of order',
    ({ n }) => {
      const told = (change: object) => changed(({ taken }) => void Object.assign(taken[n] ?? {}, change))
      expect(check(changed(({ taken }) => ({ taken: without(taken, n) })))).toContainEqual(
        expect.stringMatching(/^no one was told of/),
      )
      const again = (change: object) =>
        changed(({ taken }) => ({ taken: [...taken, ...taken.slice(n, n + 1).map((one) => ({ ...one, ...change }))] }))
      expect(check(again({ id: 'evt_other' }))).toContainEqual(expect.stringMatching(/came under two ids/))
      expect(check(again({ body: '{}' }))).toContainEqual(expect.stringMatching(/came with two bodies/))
      expect(check(told({ id: lawful().taken.at(n - 1)?.id }))).toContainEqual(
        expect.stringMatching(/is the id of two events/),
      )
      const isEnd = /completed|run\.failed/.test(lawful().taken[n]?.event ?? '')
      expect(check(told({ createdAt: at(isEnd ? 1 : 900) }))).toContainEqual(expect.stringMatching(/ is of .* after /))
    },
  )

  test.each([0, 1, 2])('finds that run %i was lost, doubled in its records, or made up', (n) => {
    expect(check(changed(({ ending }) => ({ ending: { ...ending, runs: without(ending.runs, n) } })))).toContainEqual(
      expect.stringMatching(/was acknowledged, and is gone/),
    )
    expect(
      check(
        changed(({ ending }) => {
          const runs = ending.runs.map((one, at) =>
            at === n ? { ...one, records: [...one.records, ...one.records] } : one,
          )
          return { ending: { ...ending, runs } }
        }),
      ),
    ).toContainEqual(expect.stringMatching(/is twice in/))
    expect(run(n, { id: 'run_9' })).toSatisfy((log: Log) => check(log).some((what) => /no one asked for/.test(what)))
  })

  test.each<[string, RegExp, Log]>([
    ['stuck', /still under way/, changed(() => ({ ending: null }))],
    ['answer of 500', /answered with 500/, call(3, { status: 500 })],
    ['end that is left', /run_3 was cancelled, then completed/, run(0, { state: 'completed' })],
    ['step back', /run_1 was active, then waiting/, call(7, { runs: [runOf('run_1', { state: 'waiting' })] })],
    ['count that falls', /had 2 total, then 1/, run(2, { total: 1 })],
    ['counts that do not add up', /records in all, 3 when counted/, run(2, { skipped: 1 })],
    ['counts of other records', /has 1 failed records, and counts 0/, run(2, { failed: 0, rendered: 2 })],
    ['counts of other cells', /wrote 1 records back, and counts 2/, run(2, { written_back: 2 })],
    ['pending record at the end', /with 1 pending/, run(2, { pending: 1, failed: 0 })],
    ['end without a time', /is completed, finished at null/, run(2, { finished_at: null })],
    ['whole run that failed', /failed as a whole/, run(2, { state: 'failed' })],
    [
      'two active runs',
      /are active at the same time/,
      call(5, { runs: [runOf('a', { state: 'active' }), runOf('b', { state: 'active' })] }),
    ],
    [
      'two waiting runs',
      /are waiting at the same time/,
      call(5, { runs: [runOf('a', { state: 'waiting' }), runOf('b', { state: 'waiting' })] }),
    ],
    ['sixth key', /has the keys/, call(3, { tablesource: { ...lawful().calls[3]?.tablesource, run_id: 'x' } })],
    [
      'other status',
      /the status was Done/,
      call(3, { tablesource: { ...lawful().calls[3]?.tablesource, status: 'Done' } }),
    ],
    [
      'trigger that is not starting',
      /answered with Started/,
      call(2, { tablesource: lawful().calls[3]?.tablesource ?? {} }),
    ],
    [
      'status null while running',
      /null while a run was active/,
      call(3, { tablesource: lawful().calls[7]?.tablesource ?? {} }),
    ],
    [
      'status of no run',
      /Started while no run was active/,
      call(7, { tablesource: lawful().calls[3]?.tablesource ?? {} }),
    ],
    ['cancelled run that went on', /was cancelled, and is completed/, run(0, { state: 'completed' })],
    [
      'deleted row that is there',
      /row_1 was deleted, and is there/,
      call(11, { asked: { kind: 'deleteRow', rowId: 'row_1' } }),
    ],
    [
      'deleted image that is there',
      /img_1 was deleted, and is there/,
      call(10, { asked: { kind: 'deleteImage', imageId: 'img_1' } }),
    ],
    ['deleted action that is there', /action was deleted, and is there/, call(10, { asked: { kind: 'deleteAction' } })],
    [
      'deleted row that is edited',
      /row_1 was deleted, then editRow/,
      changed(({ calls }) => {
        Object.assign(calls[10] ?? {}, { asked: { kind: 'deleteRow', rowId: 'row_1' } })
        Object.assign(calls[11] ?? {}, { asked: { kind: 'editRow', rowId: 'row_1', name: 'x' } })
      }),
    ],
    [
      'row that was missing, then edited',
      /row_2 was deleted, then editRow/,
      changed(
        ({ calls }) =>
          void calls.push({
            asked: { kind: 'editRow', rowId: 'row_2', name: 'x' },
            status: 404,
            beganMs: 0,
            endedMs: 1,
          }),
      ),
    ],
    ['record that is pending', /is pending though/, record(2, 0, { state: 'pending' })],
    ['cancelled record of a completed run', /is cancelled, and its run is not/, record(2, 0, { state: 'cancelled' })],
    ['record that ends after its run', /ended at .* after its run/, record(0, 0, { finished_at: at(500) })],
    ['good record that failed', /row_1 of run_1 failed/, record(2, 0, { state: 'failed' })],
    [
      'record skipped for a reason',
      /row_1 of run_2 was skipped/,
      record(1, 0, { reason: { code: 'x', message: 'y' } }),
    ],
    [
      'image that is not there',
      /its image img_1 is not there/,
      changed(({ ending }) => ({ ending: { ...ending, images: without(ending.images, 0) } })),
    ],
    ['image of another record', /has the image of row_2/, image(0, { record_id: 'row_2' })],
    ['image of an edit before', /row_2 of run_2 shows two broken/, image(1, { values: { Name: 'two broken' } })],
    [
      'image that was skipped though its row changed',
      /row_1 of run_2 shows one, was one of other/,
      changed(
        ({ calls }) =>
          void calls.push({
            asked: { kind: 'editRow', rowId: 'row_1', name: 'other' },
            status: 200,
            beganMs: Date.parse(at(50)),
            endedMs: Date.parse(at(60)),
          }),
      ),
    ],
    ['image of another version', /has version 2, its run 1/, image(0, { template_version: 2 })],
    [
      'image of a run before, though forced',
      /is rendered by force/,
      changed(({ ending }) => {
        Object.assign(ending.runs[2]?.run.trigger ?? {}, { force: true })
        Object.assign(ending.images[0] ?? {}, { run_id: 'run_0' })
      }),
    ],
    ['second image of a record', /row_1 of run_1 has 2 images/, image(1, { record_id: 'row_1', run_id: 'run_1' })],
    ['image of no record', /img_9 is the image of no record/, image(0, { id: 'img_9' })],
    [
      'record that no run has',
      /row_1 was asked for, and is not in run_1/,
      changed(({ ending }) => ({
        ending: {
          ...ending,
          runs: ending.runs.map((one, n) => (n === 2 ? { ...one, records: without(one.records, 0) } : one)),
        },
      })),
    ],
    [
      'named record that its run has not',
      /row_1 was asked for, and is not in run_2/,
      changed(({ ending }) => ({
        ending: {
          ...ending,
          runs: ending.runs.map((one, n) => (n === 1 ? { ...one, records: without(one.records, 0) } : one)),
        },
      })),
    ],
    [
      'cell with another address',
      /row_1 shows \/images\/img_0/,
      changed(({ ending }) => void Object.assign(ending.rows[0]?.fields ?? {}, { Image: '/images/img_0' })),
    ],
    [
      'event of no record',
      /an event tells of image.created run_1 row_9/,
      changed(
        ({ taken }) =>
          void taken.push({
            id: 'e',
            event: 'image.created',
            runId: 'run_1',
            recordId: 'row_9',
            createdAt: at(150),
            body: '',
          }),
      ),
    ],
    [
      'two ends',
      /run_1 ended twice/,
      changed(
        ({ taken }) =>
          void taken.push({
            id: 'e',
            event: 'run.failed',
            runId: 'run_1',
            recordId: null,
            createdAt: at(200),
            body: '',
          }),
      ),
    ],
  ])('finds a planted %s', (_, words, log) => {
    expect(check(log)).toContainEqual(expect.stringMatching(words))
  })
})
