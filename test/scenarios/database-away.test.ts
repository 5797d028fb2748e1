import { recordEvents } from '@pictable/server/core/webhook/record-events.ts'
import { expect, test } from 'vitest'
import { startPostgresBehindProxy } from '#test/chaos/postgres.ts'
import { eventually } from '#test/chaos/settle.ts'
import { needs } from '#test/needs.ts'
import { startReceiver, status } from '#test/scenarios/receiver.ts'
import { clock, insertWebhook, startSender } from '#test/scenarios/webhook-sender.ts'

const postgresql = needs('postgresql')

const AWAY_MS = 10_000
const WEBHOOKS = 20
const BACKLOG = 2000
/** Too slow for the backlog to be sent before the database goes away. */
const SLOW_ANSWER_MS = 500

test.skipIf(!postgresql.found)(
  'a backlog of deliveries waits for a PostgreSQL that is away for 10 s, without a storm of claims and log lines',
  // What the kit waits for may come after five minutes.
  { timeout: 400_000 },
  async () => {
    if (!postgresql.found) return
    await using closing = new AsyncDisposableStack()
    const { url, proxy } = await startPostgresBehindProxy(postgresql.path, closing)
    const receiver = await startReceiver()
    closing.defer(receiver.close)
    receiver.answer = (response, received) => void setTimeout(() => status(204)(response, received), SLOW_ANSWER_MS)
    const lines: string[] = []
    const say = (_fields: object, message: string) => void lines.push(message)
    const sender = await startSender(url, { warn: say, error: say })
    closing.defer(sender.stop)
    const { deliveries } = sender.world.data
    const { claim, release } = deliveries
    let claims = 0
    deliveries.claim = (options) => {
      claims += 1
      return claim(options)
    }
    // A claim after one that failed begins with what that one may have leased.
    deliveries.release = (...given) => {
      claims += 1
      return release(...given)
    }
    for (let count = 0; count < WEBHOOKS; count++) await insertWebhook(sender, receiver.url)
    const fact = {
      event: 'run.completed' as const,
      at: clock.now(),
      ...{ action: null, runId: null, metadata: null, error: null },
    }
    await sender.world.data.transaction((inside) =>
      recordEvents(sender.world, inside, {
        ...{ actionId: null, events: [fact.event], webhookIds: [] },
        factsOf: () => Array.from({ length: BACKLOG / WEBHOOKS }, () => fact),
      }),
    )
    await receiver.until(WEBHOOKS)
    expect(receiver.received.length).toBeLessThan(BACKLOG)

    await proxy.set('down')
    claims = 0
    const before = process.cpuUsage()
    await new Promise((resolve) => setTimeout(resolve, AWAY_MS))
    const { user, system } = process.cpuUsage(before)
    const byMessage = Map.groupBy(lines, (message) => message)
    const figures = {
      claims,
      mostLinesOfOneMessage: Math.max(0, ...[...byMessage.values()].map(({ length }) => length)),
      cpuMs: (user + system) / 1000,
    }
    expect(figures.claims).toBeGreaterThan(0)
    expect(figures.claims).toBeLessThanOrEqual(20)
    expect(figures.mostLinesOfOneMessage).toBeLessThanOrEqual(3)
    expect(figures.cpuMs).toBeLessThan(2000)

    receiver.answer = status(204)
    await proxy.set('none')
    const backAtMs = performance.now()
    const received = receiver.received.length
    await receiver.until(received + 1)
    expect(performance.now() - backAtMs).toBeLessThan(10_000)
    const arrived = () => new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size
    await eventually('every event arrives', async () => arrived() === BACKLOG)
  },
)
