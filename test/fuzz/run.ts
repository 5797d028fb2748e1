import { rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { makeDataDirectory } from '@pictable/server/database/prepared-cluster.test-kit.ts'
import { startPostgres } from '#test/chaos/postgres.ts'
import { memoryOf } from '#test/memory-of.ts'
import { needs } from '#test/needs.ts'
import { freePort, startServerProcess } from '#test/server-process.ts'
import { fuzz } from './fuzz.ts'
import { attackAll } from './redos/run.ts'

const key = 'fuzz-admin-key-0123456789'
/** The server may grow by so much, caches and all. */
const mostGrowthMiB = 700

const usage = `Asks a server of its own whatever the OpenAPI document allows, nearly allows or forbids: no answer may be 5xx or undocumented.

  npm run fuzz                                                   5,000 requests
  npm run fuzz -- --requests 20000 --seed 7 --concurrency 8      the same again
  npm run fuzz -- --long --postgresql                            a million, over PostgreSQL (about twice as fast)
  npm run fuzz -- redos --concurrency 1                          names the request behind each stall
  npm run fuzz -- redos --long                                   100,000 texts for the regular expressions of the source, and in requests`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', default: false },
    long: { type: 'boolean', default: false },
    postgresql: { type: 'boolean', default: false },
    requests: { type: 'string' },
    seed: { type: 'string' },
    concurrency: { type: 'string' },
  },
})
if (values.help) {
  console.log(usage)
  process.exit()
}
const requests = Number(values.requests ?? (values.long ? 1_000_000 : 5000))
const concurrency = Number(values.concurrency ?? 8)
const seed = Number(values.seed ?? Date.now() % 2 ** 30)
if (positionals[0] === 'redos') {
  const senders = values.concurrency === undefined ? undefined : Number(values.concurrency)
  const isFast = await attackAll({ inputs: Number(values.requests ?? (values.long ? 100_000 : 5000)), seed, senders })
  process.exit(isFast ? 0 : 1)
}

async function startDatabase(): Promise<Awaited<ReturnType<typeof startPostgres>> | undefined> {
  if (!values.postgresql) return undefined
  const installed = needs('postgresql')
  return installed.found ? startPostgres(installed.path) : process.exit(1)
}

const dataDir = makeDataDirectory('pictable-fuzz-')
const database = await startDatabase()
const server = await startServerProcess({
  PICTABLE_PORT: String(await freePort()),
  PICTABLE_DATA_DIR: dataDir,
  ...(database && { PICTABLE_DATABASE_URL: database.url }),
  PICTABLE_ADMIN_KEY: key,
  PICTABLE_SEED_SAMPLE: 'false',
  PICTABLE_LOG_LEVEL: 'error',
  PICTABLE_EGRESS_ALLOW: '127.0.0.1/32',
  PICTABLE_TRUSTED_PROXIES: '127.0.0.1',
})
console.log(`replay with: npm run fuzz -- --seed ${seed} --requests ${requests} --concurrency ${concurrency}`)
let isWrong = true
try {
  const atFirst = memoryOf(server.pid).residentMib
  const report = await fuzz({ url: server.url, key, requests, seed, concurrency, log: console.log })
  const grownMiB = memoryOf(server.pid).residentMib - atFirst
  for (const what of report.wrong) console.log(what)
  const perSecond = Math.round(requests / report.seconds)
  console.log(
    JSON.stringify({
      ...report,
      wrong: report.wrong.length,
      perSecond,
      residentMiB: Math.round(atFirst),
      grownMiB: Math.round(grownMiB),
    }),
  )
  isWrong = report.wrong.length > 0 || grownMiB > mostGrowthMiB
  if (isWrong) console.log(server.output().slice(-5000))
} finally {
  await server.end('SIGKILL')
  await database?.cluster.stop()
  await rm(dataDir, { recursive: true, force: true })
}
process.exit(isWrong ? 1 : 0)
