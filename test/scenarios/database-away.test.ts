import { testWebhook } from '@pictable/server/core/webhook/test-webhook.ts'
import { expect, test } from 'vitest'
import { startTcpProxy } from '#test/fakes/tcp-proxy.ts'
import { needs } from '#test/needs.ts'
import { startPostgresCluster } from '#test/postgres-cluster.ts'
import { startReceiver, status } from '#test/scenarios/receiver.ts'
import { insertWebhook, startSender } from '#test/scenarios/webhook-sender.ts'

const postgresql = needs('postgresql')

const AWAY_MS = 10_000
const BACKLOG = 400
const SLOW_ANSWER_MS = 20

test.skipIf(!postgresql.found)(
  'a backlog of deliveries waits for a PostgreSQL that is away for 10 s, without a storm of claims and log lines',
  async () => {
    if (!postgresql.found) return
    await using closing = new AsyncDisposableStack()
    const cluster = await startPostgresCluster(postgresql.path)
    closing.defer(cluster.stop)
    const { searchParams, pathname } = new URL(await cluster.createDatabase())
    const proxy = await startTcpProxy(`${searchParams.get('host')}/.s.PGSQL.5432`)
    closing.defer(proxy.close)
    const receiver = await startReceiver()
    closing.defer(receiver.close)
    receiver.answer = (response, received) => void setTimeout(() => status(204)(response, received), SLOW_ANSWER_MS)
    const lines: string[] = []
    const say = (_fields: object, message: string) => void lines.push(message)
    const url = `postgres://postgres@127.0.0.1:${new URL(proxy.url).port}${pathname}`
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
    const ids = await Promise.all(Array.from({ length: 20 }, () => insertWebhook(sender, receiver.url)))
    for (let count = 0; count < BACKLOG; count++) await testWebhook(sender.world, ids[count % ids.length] ?? '')
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

    await proxy.set('none')
    const backAtMs = performance.now()
    const received = receiver.received.length
    await receiver.until(received + 1)
    expect(performance.now() - backAtMs).toBeLessThan(10_000)
    await receiver.until(BACKLOG)
  },
)
