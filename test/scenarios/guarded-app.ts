import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryStorage } from '@pictable/server/core/fakes/memory-storage.ts'
import { createTestWorld } from '@pictable/server/core/fakes/test-world.ts'
import { createNewId } from '@pictable/server/core/ids.ts'
import { createLoadPicture } from '@pictable/server/core/image/load-picture.ts'
import { createData } from '@pictable/server/database/data/data.ts'
import { webhookChannel } from '@pictable/server/database/data/webhook-data.ts'
import { openPrepared } from '@pictable/server/database/prepared-cluster.test-kit.ts'
import { testInstallation } from '@pictable/server/http/installation.test-kit.ts'
import { createServer } from '@pictable/server/http/server/server.ts'
import { createJobs } from '@pictable/server/jobs/jobs.ts'
import { testAuthority, testCertificate, testKey } from '@pictable/server/net/certificates.test-kit.ts'
import { createFetchPicture } from '@pictable/server/net/fetch-picture.ts'
import { createGuardedFetch } from '@pictable/server/net/guarded-fetch.ts'
import type { Resolve } from '@pictable/server/net/guarded-fetch-types.ts'
import { createDials, portOf } from '@pictable/server/net/loopback.test-kit.ts'
import { createAddressPolicy } from '@pictable/server/net/policy/address-policy.ts'
import { createWebhookGuard } from '@pictable/server/net/policy/webhook-guard.ts'
import { createSendWebhook } from '@pictable/server/net/send-webhook.ts'
import { createRenderPool } from '@pictable/server/rendering/render-pool.ts'
import { createSecret } from '@pictable/server/secrets/secret.ts'
import { createSecrets } from '@pictable/server/secrets/secrets.ts'
import { createLog } from '@pictable/server/telemetry/log.ts'
import { createDispatcher } from '@pictable/server/webhooks/dispatcher.ts'

/** The whole server with the rules of the network as they are by default; every dial ends at `serve`. */
export interface GuardedApp {
  request(method: string, path: string, body?: unknown): Promise<{ status: number; text: string; json: unknown }>
  /** Every address that would have been dialled since it was last emptied, as `address port`. */
  dialled: string[]
  close(): Promise<void>
}

const adminKey = 'the-operators-key-of-the-tests'
const allowHttp = { allowHttp: true }
const clock = { now: () => new Date() }
const random = { bytes: (count: number) => new Uint8Array(randomBytes(count)) }

/** One port of loopback that speaks HTTP and, to whoever begins with a handshake, HTTPS. */
async function listenForBoth(serve: RequestListener) {
  const plain = createHttpServer(serve)
  const secure = createHttpsServer({ key: testKey, cert: testCertificate }, serve)
  const server = createTcpServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', (first) => {
      socket.pause()
      socket.unshift(first)
      const target = first[0] === 0x16 ? secure : plain
      target.emit('connection', socket)
      process.nextTick(() => socket.resume())
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: portOf(server),
    async close() {
      plain.closeAllConnections()
      secure.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Trusts the authority of the tests beside the usual ones. */
async function createRecordedFetch(resolve: Resolve, connect: ReturnType<typeof createDials>['connect']) {
  const folder = await mkdtemp(join(tmpdir(), 'pictable-ssrf-'))
  const caFile = join(folder, 'authority.pem')
  await writeFile(caFile, testAuthority)
  const policy = createAddressPolicy({ allow: '' })
  const guardedFetch = createGuardedFetch({ policy, resolve, connect, caFile })
  await rm(folder, { recursive: true })
  return { policy, guardedFetch }
}

/** `startGuardedApp()` resolves names by `resolve`, and answers whatever is dialled by `serve`. */
export async function startGuardedApp(resolve: Resolve, serve: RequestListener): Promise<GuardedApp> {
  const log = createLog({ level: 'silent' })
  const outside = await listenForBoth(serve)
  const { connect, dialled } = createDials(outside.port)
  const { policy, guardedFetch } = await createRecordedFetch(resolve, connect)
  const database = await openPrepared()
  const jobs = await createJobs({ database, log })
  const data = createData({ database, queueFor: jobs.queueFor })
  const storage = createMemoryStorage()
  const loadPicture = createLoadPicture({ data, storage }, createFetchPicture(guardedFetch))
  const renderer = createRenderPool({ processes: 1, deadlineMs: 60_000, loadPicture })
  const world = createTestWorld({
    clock,
    random,
    data,
    storage,
    renderer,
    digest: { sha256: (bytes) => createHash('sha256').update(bytes).digest('hex') },
    newId: createNewId(clock, random),
    secrets: createSecrets([createSecret('a secret key of the tests alone')]),
    webhookGuard: createWebhookGuard(policy, allowHttp),
  })
  const send = createSendWebhook(guardedFetch, allowHttp)
  const dispatcher = createDispatcher({ world, send, version: '1.2.3', log, isAlone: true })
  await database.listen(webhookChannel, dispatcher.wake)
  await dispatcher.start()
  await renderer.start()
  const server = createServer({ world, log, config: { adminKey }, installation: testInstallation })
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  return {
    dialled,
    async request(method, path, body) {
      const headers = { authorization: `Bearer ${adminKey}` }
      const sent =
        body === undefined
          ? { headers }
          : { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
      const response = await fetch(`${url}${path}`, { method, ...sent })
      const text = await response.text()
      return { status: response.status, text, json: text === '' ? undefined : JSON.parse(text) }
    },
    async close() {
      await server.close()
      await dispatcher.stop({ withinMs: 0 })
      await renderer.close()
      await guardedFetch.close()
      await database.close()
      await outside.close()
    },
  }
}
