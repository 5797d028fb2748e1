import { randomBytes } from 'node:crypto'
import { createNewId } from '@pictable/server/core/ids.ts'
import { recordEvents } from '@pictable/server/core/webhook/record-events.ts'
import { restWebhook, resumeWebhook } from '@pictable/server/core/webhook/rest-webhook.ts'
import { testWebhook } from '@pictable/server/core/webhook/test-webhook.ts'
import { createData } from '@pictable/server/database/data.ts'
import { openPostgres } from '@pictable/server/database/open-postgres.ts'
import { rowsOf } from '@pictable/server/database/statement.ts'
import { webhookChannel } from '@pictable/server/database/webhook-data.ts'
import { createAddressPolicy } from '@pictable/server/net/address-policy.ts'
import { createGuardedFetch } from '@pictable/server/net/guarded-fetch.ts'
import { createSendWebhook } from '@pictable/server/net/send-webhook.ts'
import { createSecret } from '@pictable/server/secrets/secret.ts'
import { createSecrets } from '@pictable/server/secrets/secrets.ts'
import { createMetrics } from '@pictable/server/telemetry/metrics.ts'
import { createDispatcher } from '@pictable/server/webhooks/dispatcher.ts'
import { expect, test } from 'vitest'
import { needs } from '#test/needs.ts'
import { startPostgresCluster } from '#test/postgres-cluster.ts'
import { startReceiver, status } from '#test/scenarios/receiver.ts'

const clock = { now: () => new Date() }
const random = { bytes: (count: number) => new Uint8Array(randomBytes(count)) }
const newId = createNewId(clock, random)
const secrets = createSecrets([createSecret('a secret key of the tests alone')])
const log = { warn() {}, error() {} }
const postgresql = needs('postgresql')

/** A process that sends, as far as webhooks are concerned. */
async function startSender(url: string) {
  const database = await openPostgres({ url })
  const data = createData({ database, queueFor: () => ({ send: async () => {} }) })
  const world = { clock, metrics: createMetrics(), data, newId, publicUrl: 'https://pictable.example', random, secrets }
  const guardedFetch = createGuardedFetch({ policy: createAddressPolicy({ allow: '127.0.0.0/8' }) })
  const send = createSendWebhook(guardedFetch, { allowHttp: true })
  const dispatcher = createDispatcher({ world, send, version: '1', log, isAlone: false })
  const unlisten = await database.listen(webhookChannel, dispatcher.wake)
  await dispatcher.start()
  return {
    database,
    world,
    async stop() {
      await dispatcher.stop()
      await unlisten()
      await guardedFetch.close()
      await database.close()
    },
  }
}

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
      const id = newId('webhook')
      const nothing = {
        sealedHeaders: null,
        sealedSecrets: null,
        userDefined: null,
        events: null,
        actionIds: null,
        pause: null,
      }
      const times = { failingSince: null, failedAttempts: 0, revision: 1, createdAt: at, updatedAt: at }
      await world.data.webhooks.insert({ id, name: 'Ours', url: receiver.url, timeoutMs: 5000, ...nothing, ...times })
      for (let count = 0; count < 100; count++) await testWebhook(world, id)
      await receiver.until(100)
      await expect
        .poll(async () => (await world.data.deliveries.list({ limit: 100, state: 'delivered' })).results.length, {
          timeout: 15_000,
        })
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
      await receiver.until(101)

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
      await receiver.until(102)

      // Nothing is held back for 410 before its webhook rests.
      receiver.answer = status(410)
      await rowsOf(database.kysely, 'alter table webhooks add constraint awake check (pause is null)', [])
      const unwanted = await testWebhook(world, id)
      await receiver.until(103)
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
