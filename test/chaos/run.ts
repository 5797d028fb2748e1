import { parseArgs } from 'node:util'
import prepareCluster from '@pictable/server/database/prepared-cluster.test-kit.ts'
import { type AnswersReport, killAnswers } from '#test/chaos/answers.ts'
import { makeBackups } from '#test/chaos/backups.ts'
import { type BurstReport, killBursts } from '#test/chaos/burst.ts'
import { damages, sufferDamage } from '#test/chaos/damage.ts'
import { sufferAll } from '#test/chaos/faults/index.ts'
import { tableText, wrongOf } from '#test/chaos/faults/suffer.ts'
import { type HistoriesReport, playHistories } from '#test/chaos/histories/histories.ts'
import type { Findings } from '#test/chaos/history.ts'
import { kill } from '#test/chaos/kill.ts'
import { type KillOutputsReport, killOutputs } from '#test/chaos/kill-outputs.ts'
import { killWebhooks } from '#test/chaos/kill-webhooks.ts'
import { startPostgres } from '#test/chaos/postgres.ts'
import { terminate } from '#test/chaos/terminate.ts'
import { needs } from '#test/needs.ts'
import { startPostgresCluster } from '#test/postgres-cluster.ts'

const usage = `Breaks real servers on purpose, and reports what was lost, invented, doubled or changed.

  npm run chaos                                        everything, a few times each
  npm run chaos -- run machines --times 100            SIGKILL of one process, and of three on PostgreSQL
  npm run chaos -- terminate --long                    SIGTERM under load, a hundred times
  npm run chaos -- damage --long                       every file of the database, damaged in every way
  npm run chaos -- faults --scene process --only clock some faults; --times 20 --json for programs

  npm run chaos -- answers --only images --times 20    SIGKILL at each await between an Idempotency-Key and its answer
  npm run chaos -- answers --random 100                SIGKILL at random moments of such requests
  npm run chaos -- histories --times 50 --seed 7       calls at random, held against a model; --postgresql
  npm run chaos -- backups --long --times 30           backups of a server under load, restored and verified

Kinds: run, machines, outputs, faults, damage, terminate, webhooks, answers, bursts, histories, backups.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', default: false },
    /** A thousand times instead of a few. */
    long: { type: 'boolean', default: false },
    /** Instead of the usual number. */
    times: { type: 'string' },
    /** Only faults of this scene, and with this in their names. */
    scene: { type: 'string' },
    only: { type: 'string' },
    json: { type: 'boolean', default: false },
    /** Kills of answers at random moments, and at no others. */
    random: { type: 'string' },
    /** That repeats histories. */
    seed: { type: 'string' },
    postgresql: { type: 'boolean', default: false },
  },
})
const { help, long, scene, only, json } = values
const timesOr = (usual: number) => Number(values.times ?? usual)
const log = json ? console.error : console.log

/** A backup keeps statements waiting for less. */
const MAX_HOLD_MS = 200

interface Outcome {
  report: object
  wrong: string[]
}

const wrongIn = ({ lost, phantom, doubled, changed }: Findings) => [...lost, ...phantom, ...doubled, ...changed]

async function killOnPostgres(): Promise<Outcome> {
  const postgresql = needs('postgresql')
  if (!postgresql.found) return { report: {}, wrong: [] }
  const { cluster, url } = await startPostgres(postgresql.path)
  try {
    const settings = () => ({ PICTABLE_DATABASE_URL: url })
    const roles = ['api', 'worker', 'both']
    const report = await kill({ kills: timesOr(long ? 1000 : 10), records: 200, roles, settings, log })
    return { report, wrong: wrongIn(report) }
  } finally {
    await cluster.stop()
  }
}

/** A claim is renewed for 15 s at a time; the rest is how long a look takes. */
async function killAnswersOnPostgres(
  path: string,
  options: { times: number; random: number; only?: string[] },
): Promise<AnswersReport> {
  const { cluster, url } = await startPostgres(path)
  try {
    return await killAnswers({
      ...options,
      settings: { PICTABLE_DATABASE_URL: url },
      isEmbedded: false,
      releasedWithinMs: 16_000,
    })
  } finally {
    await cluster.stop()
  }
}

/** On the embedded database, on a PostgreSQL, and in two processes on one. */
async function killBurstsEverywhere(): Promise<Outcome> {
  const kills = timesOr(long ? 100 : 5)
  const reports: Record<string, BurstReport> = { embedded: await killBursts({ kills, log }) }
  const postgresql = needs('postgresql')
  for (const [name, roles] of Object.entries({ postgresql: ['both'], machines: ['both', 'both'] })) {
    if (!postgresql.found) break
    const { cluster, url } = await startPostgres(postgresql.path)
    try {
      reports[name] = await killBursts({ kills, roles, settings: { PICTABLE_DATABASE_URL: url }, log })
    } finally {
      await cluster.stop()
    }
  }
  const wrongOf = ({ lost, refused, runs }: BurstReport) => [
    ...lost,
    ...refused.map(String),
    ...(runs > 3 ? [`a burst made ${runs} runs`] : []),
  ]
  return { report: reports, wrong: Object.values(reports).flatMap(wrongOf) }
}

/** At each moment of the work for records with several outputs, on the embedded database and on a PostgreSQL. */
async function killOutputsEverywhere(): Promise<Outcome> {
  const options = { kills: timesOr(long ? 300 : 10), records: 3, step: long ? 1 : 11, log }
  const reports: Record<string, KillOutputsReport> = { embedded: await killOutputs(options) }
  const postgresql = needs('postgresql')
  if (postgresql.found) {
    const { cluster, url } = await startPostgres(postgresql.path)
    try {
      reports.postgresql = await killOutputs({ ...options, settings: { PICTABLE_DATABASE_URL: url } })
    } finally {
      await cluster.stop()
    }
  }
  const wrong = Object.values(reports).flatMap((report) => [...wrongIn(report), ...report.undone])
  return { report: reports, wrong }
}

/** On the embedded database, or on a PostgreSQL. */
async function playAll(): Promise<Outcome> {
  const takeAway = await prepareCluster()
  try {
    return await playEach()
  } finally {
    takeAway?.()
  }
}

async function playEach(): Promise<Outcome> {
  const options = { times: timesOr(long ? 1000 : 50), seed: Number(values.seed ?? Date.now() % 2 ** 30), log }
  const outcomeOf = (report: HistoriesReport): Outcome => ({
    report: { ...report, violations: report.violations.length },
    wrong: report.violations.map(({ seed, what, smallest }) => `seed ${seed}: ${what.join('; ')}\n${smallest}`),
  })
  if (!values.postgresql) return outcomeOf(await playHistories(options))
  const postgresql = needs('postgresql')
  if (!postgresql.found) return { report: {}, wrong: [] }
  const cluster = await startPostgresCluster(postgresql.path)
  const settings = async () => ({ PICTABLE_DATABASE_URL: await cluster.createDatabase() })
  try {
    return outcomeOf(await playHistories({ ...options, settings }))
  } finally {
    await cluster.stop()
  }
}

/** Long: with a database of 1 GB and 10,000 images. */
async function backUpUnderLoad(): Promise<Outcome> {
  const takeAway = await prepareCluster()
  try {
    const filled = long ? { databaseMb: 1000, files: 10_000 } : { databaseMb: 100, files: 500 }
    const report = await makeBackups({ times: timesOr(long ? 30 : 3), ...filled, log })
    const { missing, wrong, failed, longestHoldMs } = report
    const late = longestHoldMs > MAX_HOLD_MS ? [`a backup held the database for ${longestHoldMs} ms`] : []
    return { report, wrong: [...missing, ...wrong, ...failed, ...late] }
  } finally {
    takeAway?.()
  }
}

/** Each answers a report, and what is wrong in it. */
const chaos: Record<string, () => Promise<Outcome>> = {
  async run() {
    const report = await kill({ kills: timesOr(long ? 1000 : 10), records: 200, roles: ['both'], log })
    return { report, wrong: wrongIn(report) }
  },
  machines: killOnPostgres,
  outputs: killOutputsEverywhere,
  async faults() {
    const rows = await sufferAll({
      times: timesOr(long ? 20 : 1),
      lastsMs: long ? 10_000 : 3000,
      records: 60,
      ...(scene !== undefined && { scene }),
      ...(only !== undefined && { only }),
      log: (row) => log([`${row.fault}: ${row.recoveredInMs} ms`, ...wrongOf(row)].join('\n  ')),
    })
    log(tableText(rows))
    return { report: { rows }, wrong: rows.length === 0 ? ['there is no such fault'] : rows.flatMap(wrongOf) }
  },
  async damage() {
    const count = timesOr(long ? 20 : 2)
    const places = Array.from({ length: count }, (_, n) => (n + 0.5) / count)
    const suffered = await sufferDamage({
      damages: damages.filter(({ name }) => name.includes(only ?? '')),
      places,
      log: ({ name, place, outcome, tookMs }) => log(`${name} at ${place}: ${outcome} after ${tookMs} ms`),
    })
    const missed = suffered.filter(({ outcome }) => outcome !== 'named')
    return {
      report: {
        damaged: suffered.length,
        named: suffered.length - missed.length,
        slowest_ms: Math.max(...suffered.map(({ tookMs }) => tookMs)),
      },
      wrong: missed.map(({ name, place, outcome, said }) => `${name} at ${place}: ${outcome}\n${said}`),
    }
  },
  async terminate() {
    const report = await terminate({ times: timesOr(long ? 100 : 5), log })
    const late = report.slowestExitMs > 30_000 ? [`took ${report.slowestExitMs} ms to end`] : []
    const codes = report.exitCodes.map((code) => `ended with ${code}`)
    return { report, wrong: [...wrongIn(report), ...report.dropped, ...late, ...codes] }
  },
  async answers() {
    const times = values.random === undefined ? timesOr(long ? 20 : 1) : 0
    const options = { times, random: Number(values.random ?? timesOr(long ? 100 : 5)), log }
    const subjects = only === undefined ? {} : { only: only.split(',') }
    const embedded = await killAnswers({ ...options, ...subjects, isEmbedded: true, releasedWithinMs: 0 })
    const postgresql = needs('postgresql')
    const shared = postgresql.found ? await killAnswersOnPostgres(postgresql.path, { ...options, ...subjects }) : null
    const wrong = [embedded, shared].flatMap((one) => [one?.doubled ?? [], one?.changed ?? [], one?.late ?? []].flat())
    return { report: { embedded, shared }, wrong }
  },
  bursts: killBurstsEverywhere,
  backups: backUpUnderLoad,
  histories: playAll,
  async webhooks() {
    const report = await killWebhooks({ events: long ? 5000 : 300, kills: timesOr(long ? 25 : 3), log })
    return { report, wrong: [...wrongIn(report), ...report.unsigned, ...report.leaked] }
  },
}

const isMistaken = positionals.some((name) => !Object.hasOwn(chaos, name)) || !(timesOr(1) >= 1)
if (help || isMistaken) {
  console.error(usage)
  process.exit(isMistaken ? 2 : 0)
}
const reports: Record<string, object> = {}
let isWrong = false
for (const [name, start] of Object.entries(chaos)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  const { report, wrong } = await start()
  reports[name] = { ...report, wrong }
  if (!json && name !== 'faults') console.log(JSON.stringify({ chaos: name, ...report }, null, 2))
  for (const what of wrong) log(what)
  isWrong ||= wrong.length > 0
}
if (json) console.log(JSON.stringify(reports, null, 2))
process.exit(isWrong ? 1 : 0)
