import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { startInstallation } from '#test/chaos/installation.ts'
import { startPostgresBehindProxy } from '#test/chaos/postgres.ts'
import { untilSettled } from '#test/chaos/settle.ts'
import { needs } from '#test/needs.ts'

const postgresql = needs('postgresql')

const AWAY_MS = 10_000
const RECORDS = 60
/** Of one message. Two workers of jobs, and two runs of what is throttled to a line in ten seconds. */
const MAX_LINES = 4
const TICKS_PER_SECOND = 100

/** Processor time of a process, without that of its children. */
function cpuSecondsOf(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

const line = z.object({ msg: z.string() })

/** How often each message was logged. */
function messagesIn(log: string): Record<string, number> {
  const messages = log.split('\n').flatMap((text) => (text.startsWith('{') ? [line.parse(JSON.parse(text)).msg] : []))
  const byMessage = Map.groupBy(messages, (message) => message)
  return Object.fromEntries([...byMessage].map(([message, found]) => [message, found.length]))
}

test.skipIf(!postgresql.found || process.platform !== 'linux')(
  'a process in the middle of a run neither floods its log nor burns processor time while PostgreSQL is away',
  // What the kit waits for may come after five minutes.
  { timeout: 400_000 },
  async () => {
    if (!postgresql.found) return
    await using closing = new AsyncDisposableStack()
    const { url, proxy } = await startPostgresBehindProxy(postgresql.path, closing)
    const installation = await startInstallation({
      records: RECORDS,
      roles: ['both'],
      settings: () => ({ PICTABLE_DATABASE_URL: url }),
    })
    closing.defer(installation.close)
    const { processes, client, shop, trigger, history } = installation
    const [server] = processes
    // Someone watches, and someone else comes while the database is away.
    const stop = new AbortController()
    closing.defer(async () => stop.abort())
    const watch = () =>
      fetch(`${installation.url}/v1/events`, {
        headers: { authorization: 'Bearer chaos-admin-key-0123456789' },
        signal: stop.signal,
      }).catch(() => null)
    await watch()
    await trigger()
    await expect
      .poll(async () => (await client.runs.list({ query: { limit: 1 } })).results[0]?.rendered ?? 0)
      .toBeGreaterThan(0)

    const before = { log: server?.log() ?? '', cpuSeconds: cpuSecondsOf(server?.pid) }
    await proxy.set('down')
    void watch()
    await new Promise((resolve) => setTimeout(resolve, AWAY_MS))
    const cpuSeconds = cpuSecondsOf(server?.pid) - before.cpuSeconds
    const log = (server?.log() ?? '').slice(before.log.length)
    await proxy.set('none')
    await untilSettled(installation)
    expect(Object.entries(messagesIn(log)).filter(([, count]) => count > MAX_LINES)).toEqual([])
    expect(cpuSeconds).toBeLessThan(3)
    const { lost, phantom, doubled, changed } = await history.check(client, shop)
    expect([...lost, ...phantom, ...doubled, ...changed]).toEqual([])
  },
)
