import { bounded, large, type RouteEntries, small } from '#test/fuzz/every-route/entry.ts'
import { dense, LARGE_BYTES } from '#test/fuzz/every-route/large-values.ts'
import type { Ids, Stage } from '#test/fuzz/every-route/stage.ts'

const actionOf = ({ connection, table, template }: Ids) => ({
  title: 'x',
  connection_id: connection,
  base_id: 'built-in',
  table,
  template_id: template,
})

/** As long as the contract lets ids be, and as many. */
const manyRecordIds = Array.from({ length: 10_000 }, (_, n) => `r${n}${'x'.repeat(92)}`)
const largeMapping = { f0: { value: 'x'.repeat(LARGE_BYTES) } }
/** Texts of many expressions, each of which has to be read and its names found. */
const expressions = Array.from({ length: 190 }, (_, n) => `{{f0 || "${n}"}}`).join('')
const writtenMapping = { f0: { text: `${expressions}${'x'.repeat(5000)}`.slice(0, 5000) } }
const largeFilter = {
  or: Array.from({ length: 50 }, () => ({ field: 'f0', operator: 'equals', value: 'x'.repeat(900) })),
}
const filterReason = 'a filter has 50 conditions'
const textReason = 'a text has 5,000 characters'

const at = (id: string) => ({ params: { id } })
/** The run that follows, and its events. */
const withRun = (stage: Stage, id: string, body: object) => ({ ...at(id), body, after: () => stage.settle() })

/** The run that follows would take a while, and is not what is measured. */
const withoutRun = (stage: Stage) => async () => {
  await stage.cancelRuns(stage.ids.action)
  await stage.settle()
}

const manyRecords = (stage: Stage) => ({
  ...at(stage.ids.action),
  body: { record_ids: manyRecordIds },
  after: withoutRun(stage),
})

export const tablesources: RouteEntries['tablesources'] = {
  get: small(({ ids }) => at(ids.action)),
  trigger: [
    large('record ids', manyRecords),
    large('metadata', (stage) => withRun(stage, stage.ids.loudAction, { force: true, metadata: dense })),
    bounded('large events', 'an event has at most 256 KiB', (stage) =>
      withRun(stage, stage.ids.loudAction, { force: true, metadata: { text: 'x'.repeat(20_000) } }),
    ),
    bounded('large records', 'a record of a megabyte', (stage) =>
      withRun(stage, stage.ids.largeAction, { force: true }),
    ),
  ],
}

export const actions: RouteEntries['actions'] = {
  list: small(() => ({ query: { limit: '100' } })),
  create: [
    large('mapping', ({ ids }) => ({ body: { ...actionOf(ids), mapping: largeMapping } })),
    bounded('text', textReason, ({ ids }) => ({ body: { ...actionOf(ids), mapping: writtenMapping } })),
    bounded('filter', filterReason, ({ ids }) => ({ body: { ...actionOf(ids), filter: largeFilter } })),
  ],
  get: small(({ ids }) => at(ids.action)),
  update: [
    large('mapping', async ({ fresh }) => ({ ...at(await fresh.action()), body: { mapping: largeMapping } })),
    bounded('filter', filterReason, async ({ fresh }) => ({
      ...at(await fresh.action()),
      body: { filter: largeFilter },
    })),
    bounded('file name', 'a pattern of 500 characters', async ({ fresh }) => ({
      ...at(await fresh.action()),
      body: { file_name: '{{f0}}'.repeat(83) },
    })),
  ],
  delete: small(async ({ fresh }) => at(await fresh.action())),
  erase: [
    bounded('ids', 'a hundred ids of 500 characters', async ({ fresh }) => ({
      ...at(await fresh.action()),
      body: { record_ids: Array.from({ length: 100 }, (_, n) => String(n).padStart(500, 'x')) },
    })),
  ],
  confirmDeleted: small(async ({ fresh }) => at(await fresh.action())),
  preview: [
    large('mapping', ({ ids }) => ({
      ...at(ids.action),
      body: { limit: 100, draw: false, mapping: largeMapping },
    })),
    bounded('text', textReason, ({ ids }) => ({
      ...at(ids.action),
      body: { limit: 100, draw: false, mapping: writtenMapping },
    })),
    bounded('drawn', 'at most 10 are drawn', ({ ids }) => ({ ...at(ids.action), body: { limit: 10 } })),
    bounded('large records', 'records of a megabyte', ({ ids }) => ({
      ...at(ids.largeAction),
      body: { limit: 100, draw: false },
    })),
  ],
  sample: [
    large('mapping', ({ ids }) => ({ ...at(ids.action), body: { limit: 100, mapping: largeMapping } })),
    bounded('filter', filterReason, ({ ids }) => ({ ...at(ids.action), body: { limit: 100, filter: largeFilter } })),
    bounded('large records', 'records of a megabyte', ({ ids }) => ({ ...at(ids.largeAction), body: { limit: 100 } })),
  ],
  run: [
    large('estimate', ({ ids }) => ({
      ...at(ids.action),
      body: { dry_run: true, metadata: dense },
    })),
    large('record ids', manyRecords),
  ],
}

const exceptionOf = ({ ids }: Stage, id: string) => ({ params: { id, record_id: ids.rows[0] ?? '' } })
const largeException = { modifications: [{ name: 'a', text: 'x'.repeat(60_000) }] }
const exceptionReason = 'an exception has at most 64 KiB'

async function savedException(stage: Stage) {
  const id = await stage.fresh.action()
  await stage.client.exceptions.save({ ...exceptionOf(stage, id), body: largeException })
  return id
}

export const exceptions: RouteEntries['exceptions'] = {
  list: small(async (stage) => ({ ...at(await savedException(stage)), query: { limit: '100' } })),
  get: small(async (stage) => exceptionOf(stage, await savedException(stage))),
  save: [
    bounded('texts', exceptionReason, async (stage) => ({
      ...exceptionOf(stage, await stage.fresh.action()),
      body: largeException,
    })),
  ],
  delete: small(async (stage) => exceptionOf(stage, await savedException(stage))),
}

export const runs: RouteEntries['runs'] = {
  list: small(() => ({ query: { limit: '100' } })),
  get: small(({ ids }) => at(ids.run)),
  records: small(async ({ fresh }) => ({ ...at(await fresh.run('failed')), query: { limit: '100' } })),
  failures: small(async ({ fresh }) => at(await fresh.run('failed'))),
  cancel: small(async (stage) => ({ ...at(await stage.fresh.run('active')), after: () => stage.settle() })),
  retryFailed: small(async (stage) => ({ ...at(await stage.fresh.run('failed')), after: () => stage.settle() })),
  runRest: small(async (stage) => ({
    ...at(await stage.fresh.run('cancelled')),
    after: async () => {
      await stage.cancelRuns(stage.ids.action)
      await stage.settle()
    },
  })),
}

export const triggerKinds: RouteEntries['triggerKinds'] = { list: small(() => ({})) }

const settingsReason = 'the kind of a trigger bounds its settings'

export const triggers: RouteEntries['triggers'] = {
  list: small(() => ({ query: { limit: '100' } })),
  create: [
    bounded('a trigger', settingsReason, ({ ids }) => ({
      body: { action_id: ids.action, kind: 'schedule', settings: { cron: '0 9 * * 1-5', time_zone: 'Europe/Berlin' } },
    })),
  ],
  get: small(async ({ fresh }) => at(await fresh.trigger())),
  update: [
    bounded('a trigger', settingsReason, async ({ fresh }) => ({
      ...at(await fresh.trigger()),
      body: { settings: {}, active: false },
    })),
  ],
  delete: small(async ({ fresh }) => at(await fresh.trigger())),
  rotate: small(async ({ fresh }) => at(await fresh.trigger())),
  test: small(async ({ fresh }) => at(await fresh.trigger())),
  fire: small(async (stage) => ({ ...at(await stage.fresh.trigger()), after: withoutRun(stage) })),
}

const recordIdsOf = (count: number) => Array.from({ length: count }, (_, n) => `r${n}${'x'.repeat(190)}`)

export const hooks: RouteEntries['hooks'] = {
  open: small((stage) => ({ target: stage.ids.hook, after: () => stage.settle() })),
  call: [
    large('record ids', (stage) => ({
      target: stage.ids.hook,
      body: { record_ids: recordIdsOf(5000) },
      after: () => stage.settle(),
    })),
    large('values', (stage) => ({
      target: stage.ids.hook,
      body: { record_id: 'x', more: dense },
      after: () => stage.settle(),
    })),
    bounded('keys', 'objects have at most 10,000 keys in other bodies', (stage) => ({
      target: stage.ids.hook,
      body: { record_id: 'x', ...Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`k${n}`, 1])) },
      after: () => stage.settle(),
    })),
  ],
}
