import { randomBytes } from 'node:crypto'
import { createMemoryStorage } from '@pictable/server/core/fakes/memory-storage.ts'
import { createNewId } from '@pictable/server/core/ids.ts'
import { createData } from '@pictable/server/database/data/data.ts'
import { webhookChannel } from '@pictable/server/database/data/webhook-data.ts'
import { openPostgres } from '@pictable/server/database/open-postgres.ts'
import { createGuardedFetch } from '@pictable/server/net/guarded-fetch.ts'
import { createAddressPolicy } from '@pictable/server/net/policy/address-policy.ts'
import { createSendWebhook } from '@pictable/server/net/send-webhook.ts'
import { createSecret } from '@pictable/server/secrets/secret.ts'
import { createSecrets } from '@pictable/server/secrets/secrets.ts'
import { createMetrics } from '@pictable/server/telemetry/metrics.ts'
import { createDispatcher } from '@pictable/server/webhooks/dispatcher.ts'

export const clock = { now: () => new Date() }
const random = { bytes: (count: number) => new Uint8Array(randomBytes(count)) }
export const newId = createNewId(clock, random)
const secrets = createSecrets([createSecret('a secret key of the tests alone')])

interface Log {
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** A process that sends webhooks, as far as its dispatcher is concerned. */
export async function startSender(url: string, log: Log = { warn() {}, error() {} }) {
  const database = await openPostgres({ url })
  const data = createData({ database, queueFor: () => ({ send: async () => {} }) })
  const { recovery } = database
  const publicUrl = 'https://pictable.example'
  const world = {
    ...{ clock, metrics: createMetrics(), data, newId, publicUrl, random, recovery, secrets },
    ...{ mail: null, storage: createMemoryStorage() },
  }
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

/** A webhook that wants every event. @returns its id */
export async function insertWebhook(
  { world: { data } }: Awaited<ReturnType<typeof startSender>>,
  url: string,
): Promise<string> {
  const at = clock.now()
  const id = newId('webhook')
  const nothing = {
    sealedHeaders: null,
    sealedSecrets: null,
    userDefined: null,
    sealedUserDefined: null,
    events: null,
    onlyFailures: false,
    actionIds: null,
    pause: null,
  }
  const times = { failingSince: null, failedAttempts: 0, revision: 1, createdAt: at, updatedAt: at }
  await data.webhooks.insert({ id, name: 'Ours', format: 'standard', url, timeoutMs: 5000, ...nothing, ...times })
  return id
}
