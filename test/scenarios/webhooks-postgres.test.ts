import { recordEvents } from '@pictable/server/core/webhook/record-events.ts'
import { restWebhook, resumeWebhook } from '@pictable/server/core/webhook/rest-webhook.ts'
import { testWebhook } from '@pictable/server/core/webhook/test-webhook.ts'
import { rowsOf } from '@pictable/server/database/statement.ts'
import { expect, test } from 'vitest'
import { needs } from '#test/needs.ts'
import { startPostgresCluster } from '#test/postgres-cluster.ts'
import { startReceiver, status } from '#test/scenarios/receiver.ts'
import { clock, insertWebhook, startSender } from '#test/scenarios/webhook-sender.ts'

const postgresql = needs('postgresql')

test.skipIf(!postgresql.found)(
  'processes on one PostgreSQL share the sending, each delivery once, also after it restarts',
  async () => {
    if (!postgresql.found) return
    const cluster = await startPostgresCluster(postgresql.path)
    const receiver = await startReceiver()
    const url = await cluster.createDatabase()
    const first = await startSender(url)
    const senders = [first, await startSender(url)]
    const { database, world } = first
    try {
      const at = clock.now()
      const id = await insertWebhook(first, receiver.url)
      for (let count = 0; count < 100; count++) await testWebhook(world, id)
      await receiver.until(100)
      await expect
        .poll(async () => (await world.data.deliveries.list({ limit: 100, state: 'delivered' })).results.length)
        .toBe(100)
      expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(100)
      expect(receiver.received).toHaveLength(100)

      await cluster.crash()
      const sendAgain = () =>
        testWebhook(world, id).then(
          () => true,
          () => false,
        )
      await expect.poll(sendAgain).toBe(true)

      // It is woken after an event has found it resting, and before that is committed.
      await restWebhook(world, id)
      const fact = { event: 'run.completed' as const, at, action: null, runId: null, metadata: null, error: null }
      await world.data.transaction(async (inside) => {
        const audience = { actionId: null, events: [fact.event], webhookIds: [] }
        await recordEvents(world, inside, { ...audience, factsOf: () => [fact] })
        await resumeWebhook(world, id, { replay: true })
      })
      expect((await world.data.deliveries.list({ limit: 2, state: 'paused' })).results).toHaveLength(1)
      senders.push(await startSender(url))
      const open = async () => {
        const lists = (['pending', 'paused'] as const).map((state) => world.data.deliveries.list({ limit: 2, state }))
        return (await Promise.all(lists)).flatMap(({ results }) => results.map(({ id: each }) => each))
      }
      // A test that was told to fail by the crash may have been recorded: it is delivered, too.
      await expect.poll(open).toEqual([])
      const ids = () => receiver.received.map(({ headers }) => headers['webhook-id'])
      expect(ids().length).toBeGreaterThanOrEqual(102)
      expect(ids()).toEqual([...new Set(ids())])

      // Nothing is held back for 410 before its webhook rests.
      receiver.answer = status(410)
      await rowsOf(database.kysely, 'alter table webhooks add constraint awake check (pause is null)', [])
      const unwanted = await testWebhook(world, id)
      await expect.poll(ids).toContain(unwanted.id.replace('dlv_', 'msg_'))
      await new Promise((resolve) => setTimeout(resolve, 200))
      expect(await world.data.deliveries.get(unwanted.id)).toMatchObject({ state: 'pending' })
      await rowsOf(database.kysely, 'alter table webhooks drop constraint awake', [])
      await expect.poll(() => world.data.webhooks.get(id)).toMatchObject({ pause: { reason: 'gone' } })
      expect(await world.data.deliveries.get(unwanted.id)).toMatchObject({ state: 'paused', attempts: 1 })
    } finally {
      for (const sender of senders) await sender.stop()
      await receiver.close()
      await cluster.stop()
    }
  },
)
