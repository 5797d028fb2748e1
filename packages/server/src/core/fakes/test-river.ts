import { findDeleted } from '#core/action/find-deleted.ts'
import { type ActionDraft, createAction } from '#core/action/save-action.ts'
import { renderBatch } from '#core/batch/render-batch.ts'
import { createConnection } from '#core/connection/save-connection.ts'
import type { World } from '#core/ports/world.ts'
import { planRun } from '#core/run/plan-run.ts'
import { processChunk } from '#core/run/process-chunk.ts'
import type { Run, RunRecord, Trigger } from '#core/run/run.ts'
import { startRun } from '#core/run/start-run.ts'
import { runImport } from '#core/table/later-import.ts'
import { createTemplate } from '#core/template/save-template.ts'
import { tendTrigger } from '#core/trigger/tend-trigger.ts'
import {
  createFakeSource,
  type FakeSource,
  type FakeSourceOptions,
  type FakeTable,
  fakeField,
  fakeRecords,
} from './fake-source.ts'
import type { SentJob } from './memory-queue.ts'
import type { TestData } from './test-data.ts'
import { createTestWorld, fakeSources } from './test-world.ts'

/** Shows the fields Title and Photo. */
export const cardDesign = {
  schema: 1,
  name: 'Card',
  width: 400,
  height: 200,
  layers: [
    { type: 'text', name: 'Heading', x: 0, y: 0, width: 400, height: 100, text: { bind: 'Title' } },
    {
      type: 'image',
      name: 'Picture',
      x: 0,
      y: 100,
      width: 100,
      height: 100,
      src: { bind: 'Photo', fallback: 'asset:none' },
    },
  ],
}

export const wholeView: Trigger = { recordIds: null, force: false, limit: null, metadata: null }

/** A table with a record for each of so many titles. */
export function productTable(count: number): FakeTable {
  return {
    id: 'tbl_products',
    name: 'Products',
    fields: [
      fakeField('Title', 'text', { primary: true }),
      fakeField('Photo', 'attachments'),
      fakeField('Image URL', 'url'),
      fakeField('Status'),
      fakeField('Error'),
      fakeField('Rendered at', 'date_time'),
      fakeField('Row number', 'number', { computed: true }),
    ],
    views: [{ id: 'viw_even', name: 'Even', passes: ({ id }) => Number(id.slice(4)) % 2 === 0 }],
    records: fakeRecords(count, (index) => ({ fld_title: `Product ${index}` })),
  }
}

export interface TestRiver {
  world: World
  source: FakeSource
  table: FakeTable
  actionId: string
  templateId: string
  jobs: SentJob[]
  work(job: SentJob, signal?: AbortSignal): Promise<void>
  /** Works off all jobs, and those they send. */
  drain(): Promise<void>
  run(id: string): Promise<Run>
  /** Runs the action to its end: the whole view, unless said otherwise. */
  runAll(trigger?: Partial<Trigger>): Promise<Run>
  records(runId: string): Promise<RunRecord[]>
}

/** A table, a template and an action on the given database, ready to be triggered. */
export async function createTestRiver(
  testData: Pick<TestData, 'data' | 'jobs'>,
  options: {
    table?: FakeTable
    source?: Omit<FakeSourceOptions, 'tables'>
    draft?: Partial<ActionDraft>
    world?: Partial<World>
  } = {},
): Promise<TestRiver> {
  const { data, jobs } = testData
  const table = options.table ?? productTable(3)
  const source = createFakeSource({ tables: [table], ...options.source })
  const world = createTestWorld({ data, sources: fakeSources([source.kind]), ...options.world })
  const { template } = await createTemplate(world, { design: cardDesign, publish: true })
  const connection = await createConnection(world, { name: 'Shop', source: 'fake', settings: {} })
  const action = await createAction(world, {
    title: 'Cards',
    connectionId: connection.id,
    baseId: 'base',
    table: 'Products',
    templateId: template.id,
    writeBack: { url: 'Image URL' },
    ...options.draft,
  })
  const never = new AbortController().signal

  async function work({ name, job }: SentJob, signal = never): Promise<void> {
    if (name === 'plan-run') await planRun(world, job, signal)
    else if (name === 'process-chunk') await processChunk(world, job, signal)
    else if (name === 'render-batch') await renderBatch(world, job, signal)
    else if (name === 'import-file') await runImport(world, job, signal)
    else if (name === 'tend-trigger') await tendTrigger(world, job, signal)
    else await findDeleted(world, job, signal)
  }

  async function run(id: string): Promise<Run> {
    const found = await data.runs.get(id)
    if (found === null) throw new Error(`there is no run ${id}`)
    return found
  }

  async function drain(): Promise<void> {
    for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) await work(job)
  }

  return {
    world,
    source,
    table,
    actionId: action.id,
    templateId: template.id,
    jobs,
    work,
    drain,
    run,
    async runAll(trigger = {}) {
      const { run: started } = await startRun(world, action.id, { ...wholeView, ...trigger })
      await drain()
      return run(started.id)
    },
    records: async (runId) => (await data.runs.records(runId, { limit: 1000 })).results,
  }
}
