import { parseArgs } from 'node:util'
import { killRun } from '#test/chaos/kill-run.ts'
import { killWebhooks } from '#test/chaos/kill-webhooks.ts'

/** Each answers a report; what must stay empty in it is named. */
const chaos = {
  run: async ({ long }: { long: boolean }) => {
    const size = long ? { records: 5000, kills: 10 } : { records: 400, kills: 3 }
    const report = await killRun({ ...size, log: console.log })
    return { report, wrong: [...report.lost, ...report.doubled, ...report.changedUrls] }
  },
  webhooks: async ({ long }: { long: boolean }) => {
    const size = long ? { events: 5000, kills: 25 } : { events: 300, kills: 3 }
    const report = await killWebhooks({ ...size, log: console.log })
    return { report, wrong: [...report.lost, ...report.changed, ...report.unsigned, ...report.leaked] }
  },
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { long: { type: 'boolean', default: false } },
})
let isWrong = false
for (const [name, start] of Object.entries(chaos)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  const { report, wrong } = await start(values)
  console.log(JSON.stringify({ chaos: name, ...report }, null, 2))
  isWrong ||= wrong.length > 0
}
process.exit(isWrong ? 1 : 0)
