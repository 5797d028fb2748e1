import { parseArgs } from 'node:util'
import { tableText, wrongOf } from '#test/chaos/fault-table.ts'
import { faults } from '#test/chaos/faults.ts'
import { kill } from '#test/chaos/kill.ts'
import { killWebhooks } from '#test/chaos/kill-webhooks.ts'
import { startPostgres } from '#test/chaos/postgres.ts'
import { terminate } from '#test/chaos/terminate.ts'
import { needs } from '#test/needs.ts'

interface Size {
  long: boolean
  /** Instead of the usual number. */
  times: number | undefined
}

const postgresql = needs('postgresql')

async function killOnPostgres(kills: number) {
  if (!postgresql.found) return { report: {}, wrong: [] }
  const { cluster, url } = await startPostgres(postgresql.path)
  try {
    const settings = { PICTABLE_DATABASE_URL: url }
    const report = await kill({ kills, records: 200, roles: ['api', 'worker', 'both'], settings, log: console.log })
    return { report, wrong: [...report.lost, ...report.phantom, ...report.doubled, ...report.changed] }
  } finally {
    await cluster.stop()
  }
}

/** Each answers a report, and what is wrong in it. */
const chaos = {
  run: async ({ long, times }: Size) => {
    const kills = times ?? (long ? 1000 : 10)
    const report = await kill({ kills, records: 200, roles: ['both'], log: console.log })
    return { report, wrong: [...report.lost, ...report.phantom, ...report.doubled, ...report.changed] }
  },
  machines: ({ long, times }: Size) => killOnPostgres(times ?? (long ? 1000 : 10)),
  faults: async ({ long, times }: Size) => {
    const rows = await faults({
      times: times ?? (long ? 20 : 1),
      lastsMs: long ? 10_000 : 3000,
      records: 60,
      postgresPath: postgresql.found ? postgresql.path : undefined,
      log: console.log,
    })
    console.log(tableText(rows))
    return { report: {}, wrong: rows.flatMap(wrongOf) }
  },
  terminate: async ({ long, times }: Size) => {
    const report = await terminate({ times: times ?? (long ? 100 : 5), log: console.log })
    const late = report.slowestExitMs > 30_000 ? [`took ${report.slowestExitMs} ms to end`] : []
    const codes = report.exitCodes.map((code) => `ended with ${code}`)
    const found = [...report.lost, ...report.phantom, ...report.doubled, ...report.changed, ...report.dropped]
    return { report, wrong: [...found, ...late, ...codes] }
  },
  webhooks: async ({ long }: Size) => {
    const size = long ? { events: 5000, kills: 25 } : { events: 300, kills: 3 }
    const report = await killWebhooks({ ...size, log: console.log })
    return { report, wrong: [...report.lost, ...report.changed, ...report.unsigned, ...report.leaked] }
  },
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { long: { type: 'boolean', default: false }, times: { type: 'string' } },
})
const size = { long: values.long, times: values.times === undefined ? undefined : Number(values.times) }
let isWrong = false
for (const [name, start] of Object.entries(chaos)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  const { report, wrong } = await start(size)
  console.log(JSON.stringify({ chaos: name, ...report }, null, 2))
  for (const what of wrong) console.log(what)
  isWrong ||= wrong.length > 0
}
process.exit(isWrong ? 1 : 0)
