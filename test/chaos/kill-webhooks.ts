import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { verify } from '@pictable/client'
import type { Findings } from '#test/chaos/history.ts'
import { type Installation, startInstallation } from '#test/chaos/installation.ts'
import { eventually, untilSettled } from '#test/chaos/settle.ts'
import { type Answer, type Received, status } from '#test/scenarios/receiver.ts'
import { all } from '#test/scenarios/whole-app.ts'

const usualFailingShare = 0.15
const token = 'Bearer chaos-token-0123456789'

export interface KillWebhooksReport extends Findings {
  events: number
  kills: number
  seconds: number
  requests: number
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

/** Fails a share of all requests, in turn in every way there is; the others are taken as before. */
function failSome({ receiver }: Installation, failingShare: number): void {
  const take = receiver.answer
  const chance = createChance()
  let failed = 0
  receiver.answer = (response, received) => {
    if (chance() < failingShare) failures[failed++ % failures.length]?.(response, received)
    else take(response, received)
  }
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
async function leaksOf(dataDir: string, outputs: readonly string[], secrets: readonly string[]): Promise<string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const leaks = outputs.some((output) => secrets.some((secret) => output.includes(secret))) ? ['output'] : []
  for (const path of paths) {
    const bytes = await readFile(path)
    if (secrets.some((secret) => bytes.includes(secret))) leaks.push(path)
  }
  return leaks
}

async function statesOf({ client }: Installation): Promise<Record<string, number>> {
  const deliveries = await all((query) => client.deliveries.list({ query }))
  const byState = Map.groupBy(deliveries, ({ state }) => state)
  return Object.fromEntries([...byState].map(([state, some]) => [state, some.length]))
}

/**
 * A run of `events - 2` records tells a receiver that fails a share of all requests in six ways, while the server is ended
 * `kills` times on the way, each time when the next part of the events has come.
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
  const installation = await startInstallation({
    records: events - 2,
    roles: ['both'],
    headers: { Authorization: token },
    // Where each request is answered, none may be repeated because this process was slow to answer it.
    ...(failingShare === 0 && { receiverTimeoutMs: 30_000 }),
  })
  const { client, history, processes, receiver, shop, dataDir, webhookSecret } = installation
  const outputs: string[] = []
  try {
    failSome(installation, failingShare)
    const startedAtMs = performance.now()
    await eventually('a trigger is taken', async () => (await installation.trigger()) !== null)
    const come = () => new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size
    for (let count = 0; count < kills; count++) {
      await eventually('more events come', async () => come() >= (events * (count + 0.5)) / kills)
      log(`kill ${count + 1} of ${kills} at ${come()} of ${events} events`)
      await processes[0]?.end(signal)
      outputs.push(processes[0]?.output() ?? '')
      await installation.restart(0)
    }
    await untilSettled(installation)
    const seconds = (performance.now() - startedAtMs) / 1000
    outputs.push(processes[0]?.output() ?? '')
    return {
      ...(await history.check(client, shop)),
      events,
      kills,
      seconds,
      requests: receiver.received.length,
      unsigned: await unsignedOf(receiver.received, webhookSecret),
      leaked: await leaksOf(dataDir, outputs, [token, webhookSecret]),
      states: await statesOf(installation),
    }
  } finally {
    await installation.close()
  }
}
