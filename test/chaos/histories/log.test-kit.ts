import { newRun } from '@pictable/server/core/run/run.ts'
import { presentRun } from '@pictable/server/http/present/run.ts'
import type { Call, Image, Log, Run, RunRecord, Taken } from './log.ts'

/** The time of a moment in a log that is made up. */
export const at = (ms: number): string => new Date(1_800_000_000_000 + ms).toISOString()
const msOf = (ms: number) => 1_800_000_000_000 + ms

const none = { total: 0, rendered: 0, skipped: 0, failed: 0, cancelled: 0, pending: 0, written_back: 0 }

const asked = {
  ...{ id: '', actionId: 'act_1', recordIds: null, force: false, limit: null, metadata: null, webhookIds: [] },
  ...{ retryOf: null, startedBy: null, createdAt: new Date(msOf(0)) },
}
const ended = { ...newRun(asked, { state: 'waiting' }), state: 'completed', templateVersion: 1 } as const

export const runOf = (id: string, more: Partial<Run>): Run => ({
  ...presentRun(ended, new Date(msOf(0))),
  id,
  outcome: null,
  ...more,
})

const recordOf = (recordId: string, more: Partial<RunRecord>): RunRecord => ({
  n: 0,
  record_id: recordId,
  label: '',
  state: 'rendered',
  reason: null,
  image_id: null,
  image_url: null,
  preview_url: null,
  outputs: [],
  warnings: [],
  written_back: false,
  finished_at: at(0),
  ...more,
})

const imageOf = (id: string, more: Partial<Image>): Image => ({
  id,
  url: `/images/${id}`,
  width: 1,
  height: 1,
  format: 'png',
  bytes: 1,
  urls: {},
  files: [],
  thumbnail: null,
  preview: null,
  template_id: null,
  template_version: 1,
  design: null,
  action_id: 'act_1',
  run_id: null,
  record_id: null,
  output: null,
  file_name: null,
  values: {},
  modifications: [],
  unpublished_at: null,
  pages: null,
  frames: null,
  metadata: null,
  report: {},
  webhook_ids: [],
  created_at: at(0),
  ...more,
})

const done = (beganMs: number, call: Omit<Call, 'beganMs' | 'endedMs' | 'status'>): Call => ({
  status: 200,
  ...call,
  beganMs: msOf(beganMs),
  endedMs: msOf(beganMs + 5),
})

const tablesource = (status: 'Starting' | 'Started' | null) => ({
  action_title: '',
  base_id: '',
  status,
  table_name: '',
  view_name: null,
})

const takenOf = (event: string, runId: string, more: { ms: number; recordId?: string }): Taken => {
  const { ms, recordId = null } = more
  const id = ['evt', event, runId, recordId].join('_')
  return { id, event, runId, recordId, createdAt: at(ms), body: id }
}

const rendered = { total: 2, rendered: 1, failed: 1, written_back: 1 }
const first = runOf('run_1', {
  ...rendered,
  activated_at: at(100),
  started_at: at(110),
  planned_at: at(110),
  finished_at: at(200),
})
const second = runOf('run_2', {
  total: 2,
  rendered: 1,
  skipped: 1,
  written_back: 1,
  activated_at: at(200),
  started_at: at(210),
  planned_at: at(210),
  finished_at: at(300),
})
const third = runOf('run_3', {
  state: 'cancelled',
  total: 2,
  cancelled: 2,
  activated_at: at(400),
  started_at: at(410),
  planned_at: at(410),
  finished_at: at(420),
})
const image = (id: string) => ({ image_id: id, image_url: `/images/${id}`, written_back: true })

/**
 * Two rows, of which the second is broken: a run renders the first one. While it goes on, the second row is mended and the
 * next run waits: it skips the first row and renders the second. A third run is cancelled; then its row is deleted.
 */
const log: Log = {
  calls: [
    done(0, { asked: { kind: 'addRow', name: 'one' }, rowId: 'row_1' }),
    done(0, { asked: { kind: 'addRow', name: 'two broken' }, rowId: 'row_2' }),
    done(100, {
      asked: { kind: 'trigger', recordIds: null, force: false },
      runId: 'run_1',
      tablesource: tablesource('Starting'),
    }),
    done(120, { asked: { kind: 'status' }, tablesource: tablesource('Started') }),
    done(130, {
      asked: { kind: 'trigger', recordIds: ['row_1', 'row_2'], force: false },
      runId: 'run_2',
      tablesource: tablesource('Starting'),
    }),
    done(140, {
      asked: { kind: 'list' },
      runs: [
        runOf('run_2', { state: 'waiting' }),
        { ...first, state: 'active', ...none, total: 2, pending: 2, finished_at: null },
      ],
    }),
    done(160, { asked: { kind: 'editRow', rowId: 'row_2', name: 'two' } }),
    done(350, { asked: { kind: 'status' }, tablesource: tablesource(null) }),
    done(400, {
      asked: { kind: 'runRest', runId: 'run_1' },
      runId: 'run_3',
      run: { ...third, ...none, state: 'active', finished_at: null },
    }),
    done(415, { asked: { kind: 'cancel', runId: 'run_3' }, run: { ...third } }),
    done(450, { asked: { kind: 'deleteImage', imageId: 'img_0' } }),
    done(460, { asked: { kind: 'deleteRow', rowId: 'row_2' } }),
  ],
  taken: [
    takenOf('run.started', 'run_1', { ms: 110 }),
    takenOf('image.created', 'run_1', { ms: 150, recordId: 'row_1' }),
    takenOf('image.failed', 'run_1', { ms: 150, recordId: 'row_2' }),
    takenOf('run.completed', 'run_1', { ms: 200 }),
    takenOf('run.started', 'run_2', { ms: 210 }),
    takenOf('image.created', 'run_2', { ms: 250, recordId: 'row_2' }),
    takenOf('run.completed', 'run_2', { ms: 300 }),
    takenOf('run.started', 'run_3', { ms: 410 }),
    takenOf('run.failed', 'run_3', { ms: 420 }),
  ],
  ending: {
    hasAction: true,
    runs: [
      {
        run: third,
        records: [recordOf('row_1', { state: 'cancelled' }), recordOf('row_2', { state: 'cancelled' })],
      },
      {
        run: second,
        records: [
          recordOf('row_1', { state: 'skipped', ...image('img_1'), written_back: false }),
          recordOf('row_2', image('img_2')),
        ],
      },
      {
        run: first,
        records: [recordOf('row_1', image('img_1')), recordOf('row_2', { state: 'failed' })],
      },
    ],
    images: [
      imageOf('img_1', { run_id: 'run_1', record_id: 'row_1', values: { Name: 'one' } }),
      imageOf('img_2', { run_id: 'run_2', record_id: 'row_2', values: { Name: 'two' } }),
    ],
    rows: [{ id: 'row_1', fields: { Name: 'one', Image: '/images/img_1' }, created_at: at(0), updated_at: at(0) }],
  },
}

export const lawful = (): Log => structuredClone(log)
