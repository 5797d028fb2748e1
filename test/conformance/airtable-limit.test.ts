import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { openPostgres } from '@pictable/server/database/open-postgres.ts'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { needs } from '#test/needs.ts'
import { startPostgresCluster } from '#test/postgres-cluster.ts'

/** `AIRTABLE_LIMIT_RUNS=50` is the long form: on a machine kept busy by `AIRTABLE_LIMIT_BURNERS` loops. */
const runs = Number(process.env.AIRTABLE_LIMIT_RUNS ?? 1)
const burners = Number(process.env.AIRTABLE_LIMIT_BURNERS ?? 0)
const callsOfEach = 12

const started = z.object({ url: z.string(), baseId: z.string(), tokens: z.array(z.string()) })
const sentTimes = z.object({ sent: z.array(z.number()) })
const seen = z.object({ arrivals: z.array(z.number()), rateLimited: z.number() })

const children = new Set<ChildProcess>()
function start(path: string, args: string[] = []): ChildProcess {
  const child = fork(path, args, { execArgv: [] })
  children.add(child)
  child.once('exit', () => children.delete(child))
  return child
}
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
})

async function message<Message>(child: ChildProcess, schema: z.ZodType<Message>): Promise<Message> {
  const [received] = await once(child, 'message')
  return schema.parse(received)
}

/** The least time that any six took. */
function shortestSpanMs(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other)
  return Math.min(...sorted.slice(5).map((atMs, index) => atMs - (sorted[index] ?? 0)))
}

/** The longest from a request as sent to its arrival, if they arrive in the order in which they are sent. */
function longestDeliveryMs(sent: readonly number[], arrivals: readonly number[]): number {
  const [before, after] = [sent, arrivals].map((times) => times.toSorted((one, other) => one - other))
  return Math.max(...(before ?? []).map((atMs, index) => (after?.[index] ?? Number.NaN) - atMs))
}

/** Two processes on one database, each with a token of its own, call one base as often as they may. */
async function run(databaseUrl: string) {
  const fake = start('test/conformance/airtable-limit-fake.ts')
  const { url, baseId, tokens } = await message(fake, started)
  const senders = tokens.map((token) => {
    const order = { databaseUrl, url, baseId, token, calls: callsOfEach }
    return start('test/conformance/airtable-limit-sender.ts', [JSON.stringify(order)])
  })
  const sent = (await Promise.all(senders.map((sender) => message(sender, sentTimes)))).flatMap((times) => times.sent)
  const answer = message(fake, seen)
  fake.send('arrivals')
  const { arrivals, rateLimited } = await answer
  const gone = once(fake, 'exit')
  fake.disconnect()
  await gone
  const spans = { sentSpanMs: shortestSpanMs(sent), arrivalSpanMs: shortestSpanMs(arrivals) }
  return { ...spans, deliveryMs: longestDeliveryMs(sent, arrivals), rateLimited, sent: sent.length }
}

/** Requests that were sent apart may arrive together when the machine delays one by more than this. */
const MAX_DELIVERY_MS = 150
const MOST_TRIES = 5

/** Runs again where the machine, which the vendor shares here, has delivered requests so late that it limits them. */
async function runOnTime(databaseUrl: string) {
  for (let tries = 1; ; tries++) {
    const found = await run(databaseUrl)
    if (found.rateLimited === 0 || found.deliveryMs <= MAX_DELIVERY_MS || tries === MOST_TRIES) return found
  }
}

const postgresql = needs('postgresql')
if (postgresql.found) {
  test('two processes with two tokens on one base never exceed its limit', { timeout: runs * 300_000 }, async () => {
    const cluster = await startPostgresCluster(postgresql.path)
    const busy = Array.from({ length: burners }, () => start('test/conformance/busy-loop.ts'))
    try {
      const databaseUrl = await cluster.createDatabase()
      await (await openPostgres({ url: databaseUrl })).close()
      const violations = []
      for (let index = 0; index < runs; index++) {
        const found = await runOnTime(databaseUrl)
        if (runs > 1) console.log(JSON.stringify(found))
        expect(found).toMatchObject({ sent: 2 * callsOfEach })
        if (found.rateLimited > 0 || found.sentSpanMs < 1150) violations.push({ index, ...found })
      }
      expect(violations).toEqual([])
    } finally {
      for (const loop of busy) loop.kill('SIGKILL')
      await cluster.stop()
    }
  })
}
