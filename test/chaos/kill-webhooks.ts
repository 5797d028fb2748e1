import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Client, createClient, verify } from '@pictable/client'
import { makeDataDirectory } from '@pictable/server/database/prepared-cluster.test-kit.ts'
import { cardDesign } from '#test/chaos/design.ts'
import { type Answer, type Received, type Receiver, startReceiver, status } from '#test/scenarios/receiver.ts'
import { freePort, type ServerProcess, startServerProcess } from '#test/server-process.ts'

const adminKey = 'chaos-admin-key-0123456789'
const token = 'Bearer chaos-token-0123456789'
const usualFailingShare = 0.15
const untilSettledMs = 300_000

export interface KillWebhooksReport {
  events: number
  kills: number
  seconds: number
  requests: number
  /** Records and run events that no receiver has taken. */
  lost: string[]
  /** Deliveries that were taken more than once. */
  doubled: number
  /** Events that came under more than one webhook-id, or with other bytes. */
  changed: string[]
  /** Requests whose signature or custom header was not as it must be. */
  unsigned: string[]
  /** Files of the data folder, or the output, in which a secret can be read. */
  leaked: string[]
  /** Deliveries by how they ended, as the log shows them. */
  states: Record<string, number>
}

/** Pseudo-random from 0 to 1, the same in every run. */
function createChance(): () => number {
  let state = 42
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const failures: readonly Answer[] = [
  status(500),
  status(503, { 'retry-after': '1' }),
  status(302, { location: 'http://127.0.0.1:9/' }),
  (response) => void response.destroy(),
  // Never answers.
  () => {},
  (response) => void response.socket?.end('HTTP/1.1 banana\r\n\r\n'),
]

/** Fails a share of all requests, in turn in every way there is. @returns what was taken */
function takeMost(receiver: Receiver, failingShare: number): Received[] {
  const taken: Received[] = []
  const chance = createChance()
  let failed = 0
  receiver.answer = (response, received) => {
    if (chance() < failingShare) return failures[failed++ % failures.length]?.(response, received)
    taken.push(received)
    return status(204)(response, received)
  }
  return taken
}

async function makeAction(client: Client, records: number): Promise<string> {
  const csv = ['Name', ...Array.from({ length: records }, (_, index) => `Record number ${index}`)].join('\n')
  const { table } = await client.tables.importNew({ query: { name: 'Chaos' }, body: csv })
  const template = await client.templates.create({ body: { design: cardDesign, publish: true } })
  const connection = await client.connections.create({ body: { name: 'Chaos', source: 'table', settings: {} } })
  const [base] = (await client.connections.bases({ params: { id: connection.id } })).results
  const body = {
    title: 'Chaos',
    connection_id: connection.id,
    base_id: base?.id ?? '',
    table: table.id,
    template_id: template.id,
  }
  return (await client.actions.create({ body })).id
}

async function unsignedOf(received: readonly Received[], secret: string): Promise<string[]> {
  const wrong: string[] = []
  for (const { body, headers } of received) {
    const now = new Date(Number(headers['webhook-timestamp']) * 1000)
    const isSigned = await verify({ body, headers, secret, now }).then(
      () => true,
      () => false,
    )
    if (!isSigned || headers.authorization !== token) wrong.push(headers['webhook-id'] ?? '')
  }
  return wrong
}

/** Where one of the texts can be read in the clear. */
async function leaksOf(dataDir: string, output: string, secrets: readonly string[]): Promise<string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const leaks = secrets.some((secret) => output.includes(secret)) ? ['output'] : []
  for (const path of paths) {
    const bytes = await readFile(path)
    if (secrets.some((secret) => bytes.includes(secret))) leaks.push(path)
  }
  return leaks
}

/** What an event is about: there is one of each kind for a record, or for the run. */
const subjectOf = ({ json }: Received) => `${String(json.event)} ${String(json.record_id ?? json.run_id)}`

function changedOf(received: readonly Received[]): string[] {
  return [...Map.groupBy(received, subjectOf)].flatMap(([subject, all]) => {
    const forms = new Set(all.map(({ headers, body }) => `${headers['webhook-id']} ${Buffer.from(body).toString()}`))
    return forms.size === 1 ? [] : [subject]
  })
}

async function statesOf(client: Client, webhookId: string): Promise<Record<string, number>> {
  const states: Record<string, number> = {}
  let after: string | undefined
  do {
    const query = { limit: 100, ...(after !== undefined && { after }) }
    const { results, next } = await client.webhooks.deliveries({ params: { id: webhookId }, query })
    for (const { state } of results) states[state] = (states[state] ?? 0) + 1
    after = next ?? undefined
  } while (after !== undefined)
  return states
}

interface Scene {
  client: Client
  runId: string
  webhookId: string
  taken: Received[]
}

/** Kills the server each time when the next part of the events was taken, and starts it again on the same data. */
async function killOnTheWay(
  { taken }: Scene,
  options: { events: number; kills: number; log: (line: string) => void },
  restart: () => Promise<void>,
): Promise<void> {
  const { events, kills, log } = options
  const distinct = () => new Set(taken.map(({ headers }) => headers['webhook-id'])).size
  const endsAtMs = performance.now() + 900_000
  for (let kill = 0; kill < kills; ) {
    if (performance.now() > endsAtMs) throw new Error(`stuck at ${distinct()} of ${events} events`)
    if (distinct() < (events * (kill + 0.5)) / kills) {
      await new Promise((resolve) => setTimeout(resolve, 10))
      continue
    }
    kill++
    log(`kill ${kill} of ${kills} at ${distinct()} of ${events} events`)
    await restart()
  }
}

/** Waits until no delivery is to be sent any more. @returns how they ended */
async function untilSettled({ client, runId, webhookId }: Scene): Promise<Record<string, number>> {
  const endsAtMs = performance.now() + untilSettledMs
  for (;;) {
    const run = await client.runs.get({ params: { id: runId } })
    const query = { state: 'pending' as const, limit: 1 }
    const { results } = await client.webhooks.deliveries({ params: { id: webhookId }, query })
    if (run.finished_at !== null && results.length === 0) return statesOf(client, webhookId)
    if (performance.now() > endsAtMs)
      throw new Error(`not settled: ${JSON.stringify(await statesOf(client, webhookId))}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/**
 * A run of `events - 2` records tells a receiver that fails a share of all requests in six ways, while the server is ended
 * `kills` times on the way.
 */
export async function killWebhooks(options: {
  events: number
  kills: number
  /** Default: SIGKILL. */
  signal?: NodeJS.Signals
  /** Default: 0.15. */
  failingShare?: number
  log?: (line: string) => void
}): Promise<KillWebhooksReport> {
  const { events, kills, signal = 'SIGKILL', failingShare = usualFailingShare, log = () => {} } = options
  const dataDir = makeDataDirectory('pictable-chaos-webhooks-')
  const settings = {
    PICTABLE_PORT: String(await freePort()),
    PICTABLE_DATA_DIR: dataDir,
    PICTABLE_ADMIN_KEY: adminKey,
    PICTABLE_SEED_SAMPLE: 'false',
    PICTABLE_LOG_LEVEL: 'warn',
    PICTABLE_EGRESS_ALLOW: '127.0.0.0/8',
    PICTABLE_WEBHOOKS_ALLOW_HTTP: 'true',
  }
  const receiver = await startReceiver()
  let server: ServerProcess = await startServerProcess(settings)
  try {
    const client = createClient({ baseUrl: server.url, apiKey: adminKey })
    const actionId = await makeAction(client, events - 2)
    const webhook = await client.webhooks.create({
      body: {
        name: 'Chaos',
        url: receiver.url,
        headers: { Authorization: token },
        secret: 'generate',
        timeout_ms: 1000,
      },
    })
    const taken = takeMost(receiver, failingShare)
    const startedAt = performance.now()
    const { id: runId } = runShape(await client.actions.run({ params: { id: actionId } }))
    const scene = { client, runId, webhookId: webhook.id, taken }
    await killOnTheWay(scene, { events, kills, log }, async () => {
      await server.end(signal)
      server = await startServerProcess(settings)
    })
    const states = await untilSettled(scene)
    const records = await recordIds(client, runId)
    const wanted = [...records.map((id) => `image.created ${id}`), `run.started ${runId}`, `run.completed ${runId}`]
    const subjects = new Set(taken.map(subjectOf))
    return {
      events,
      kills,
      seconds: (performance.now() - startedAt) / 1000,
      requests: receiver.received.length,
      lost: wanted.filter((subject) => !subjects.has(subject)),
      doubled: taken.length - subjects.size,
      changed: changedOf(receiver.received),
      unsigned: await unsignedOf(receiver.received, webhook.secret ?? ''),
      leaked: await leaksOf(dataDir, server.output(), [token, webhook.secret ?? token]),
      states,
    }
  } finally {
    await server.end('SIGKILL')
    await receiver.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

function runShape(answer: Awaited<ReturnType<Client['actions']['run']>>): { id: string } {
  if ('id' in answer) return answer
  throw new Error('this is an estimate')
}

async function recordIds(client: Client, runId: string): Promise<string[]> {
  const ids: string[] = []
  let after: string | undefined
  do {
    const query = { limit: 100, ...(after !== undefined && { after }) }
    const { results, next } = await client.runs.records({ params: { id: runId }, query })
    ids.push(...results.map((record) => record.record_id))
    after = next ?? undefined
  } while (after !== undefined)
  return ids
}
