import { createAction } from '@pictable/server/core/action/save-action.ts'
import { createConnection } from '@pictable/server/core/connection/save-connection.ts'
import { createFreeRenderer } from '@pictable/server/core/fakes/free-renderer.ts'
import { createMemoryStorage } from '@pictable/server/core/fakes/memory-storage.ts'
import type { World } from '@pictable/server/core/ports/world.ts'
import { createTemplate } from '@pictable/server/core/template/save-template.ts'
import { perSecond } from '@pictable/server/sources/airtable/api.ts'
import type { Bench } from '#bench/bench.ts'
import { timedRun, withApp } from '#bench/bench-app.ts'
import { cardDesign } from '#test/chaos/design.ts'
import { type FakeAirtable, startFakeAirtable } from '#test/fakes/airtable/start-fake-airtable.ts'

/** What a render of a card takes: it has to vanish behind the table's limit. */
const renderMs = 20

async function prepare(world: World, airtable: FakeAirtable, count: number): Promise<string> {
  const { control } = airtable
  const base = control.createBase('Shop')
  const table = control.createTable(base, {
    name: 'Products',
    fields: [
      { name: 'Name', type: 'singleLineText' },
      { name: 'Image', type: 'url' },
    ],
    views: [{ name: 'Grid view' }],
  })
  control.addRecords(table, { count, make: (n) => ({ Name: `Record ${n}` }) })
  const settings = { token: control.createToken({ bases: [base] }), endpoint_url: airtable.url }
  const { template } = await createTemplate(world, { design: cardDesign, publish: true })
  const connection = await createConnection(world, { name: 'Airtable', source: 'airtable', settings })
  const action = await createAction(world, {
    title: 'Cards',
    connectionId: connection.id,
    baseId: base.id,
    table: 'Products',
    templateId: template.id,
    writeBack: { url: 'Image' },
  })
  return action.id
}

/** Pictable stays below Airtable's limit of 5 calls a second for a base, which the fake enforces with its penalty of 30 seconds. */
export const airtable: Bench = {
  name: 'airtable',
  summary: `how near a run over Airtable comes to the ${perSecond.base} calls a second that Pictable allows itself, against a fake that enforces Airtable's limit`,
  async run({ quick }) {
    const count = quick ? 1000 : 10_000
    const fake = await startFakeAirtable()
    const parts = {
      renderer: createFreeRenderer({
        concurrency: 4,
        before: () => new Promise<void>((resolve) => setTimeout(resolve, renderMs)),
      }),
      storage: createMemoryStorage(),
    }
    try {
      return await withApp(
        parts,
        async ({ world }) => {
          const actionId = await prepare(world, fake, count)
          const callsBefore = fake.control.counters().total
          let tenth = 0
          const { run, seconds } = await timedRun(world, actionId, {
            onTick({ rendered, total }) {
              if (rendered < ((tenth + 1) * count) / 10) return
              tenth++
              console.log(`  ${rendered} of ${total} written back`)
            },
          })
          if (run.writtenBack !== count) throw new Error(`only ${run.writtenBack} of ${count} were written back`)
          const calls = fake.control.counters().total - callsBefore
          const again = await timedRun(world, actionId)
          if (again.run.skipped !== count) throw new Error(`only ${again.run.skipped} of ${count} were skipped`)
          const { total, rateLimited, largest } = fake.control.counters()
          const limitSeconds = calls / perSecond.base
          return {
            figures: {
              records: count,
              calls,
              seconds,
              limit_seconds: limitSeconds,
              unchanged_calls: total - calls - callsBefore,
              unchanged_seconds: again.seconds,
              refused_calls: rateLimited,
              most_calls_in_a_second: largest.perBase,
            },
            ratios: { run_seconds_vs_limit: seconds / limitSeconds },
          }
        },
        { PICTABLE_EGRESS_ALLOW: '127.0.0.0/8' },
      )
    } finally {
      await fake.close()
    }
  },
}
