import { createServer, type IncomingMessage } from 'node:http'
import { parseArgs } from 'node:util'
import { verify, type WebhookEvent, WebhookVerificationError } from '@pictable/client'

const usage = `node examples/receiver/receiver.ts --secret whsec_… [options]

  --secret  secret of the webhook; pass both during a rotation. Default: WEBHOOK_SECRET
  --host    default: 127.0.0.1
  --port    default: 4500; 0 chooses a free port
  --fail    return 500 for this share of the genuine deliveries, to see the retries`

const bodyLimitBytes = 1024 * 1024
const requestTimeoutMs = 30_000
const mostIdsKept = 10_000

interface Settings {
  secrets: string[]
  port: number
  host: string
  failShare: number
}

function readSettings(): Settings {
  const { values } = parseArgs({
    options: {
      secret: { type: 'string', multiple: true, default: [process.env.WEBHOOK_SECRET ?? ''] },
      port: { type: 'string', default: '4500' },
      host: { type: 'string', default: '127.0.0.1' },
      fail: { type: 'string', default: '0' },
    },
  })
  const settings = {
    secrets: values.secret,
    port: Number(values.port),
    host: values.host,
    failShare: Number(values.fail),
  }
  if (!settings.secrets.every(Boolean)) throw new Error('--secret is missing')
  if (!/^\d{1,5}$/.test(values.port) || settings.port > 65_535)
    throw new Error('--port must be a number from 0 to 65535')
  if (!(settings.failShare >= 0 && settings.failShare <= 1)) throw new Error('--fail must be a number from 0 to 1')
  return settings
}

/** The body as received; null if it is too large. It is still read to its end, so that the sender gets the response. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes <= bodyLimitBytes) chunks.push(chunk)
  }
  return bytes <= bodyLimitBytes ? Buffer.concat(chunks) : null
}

/** One line of text: what came over the network must not steer the terminal. */
const plain = (value: unknown): string =>
  String(value ?? '-')
    .replace(/\p{C}/gu, '?')
    .slice(0, 500)

function factsOf(event: WebhookEvent): [string, unknown][] {
  const picture: [string, unknown][] =
    'image' in event
      ? [
          ['record', event.record_id],
          ['image', event.image?.url],
        ]
      : []
  return [
    ...picture,
    ['run', event.run_id],
    ['error', 'error' in event ? JSON.stringify(event.error) : undefined],
    ['user_defined', event.user_defined && JSON.stringify(event.user_defined)],
  ]
}

function print(title: string, request: IncomingMessage, facts: [string, unknown][] = []): void {
  const { 'webhook-id': id, 'x-service-attempt': attempt } = request.headers
  const all: [string, unknown][] = [...facts, ['delivery', `${plain(id)}, attempt ${plain(attempt)}`]]
  const lines = all
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `  ${name.padEnd(13)}${plain(value)}`)
  console.log([`${new Date().toISOString()}  ${title}`, ...lines, ''].join('\n'))
}

/** The ids that were handled; the oldest are forgotten first. */
function createMemory() {
  const ids = new Set<string>()
  return {
    has: (id: string) => ids.has(id),
    add(id: string) {
      ids.add(id)
      const [oldest] = ids
      if (ids.size > mostIdsKept && oldest !== undefined) ids.delete(oldest)
    },
  }
}

/** @returns the status to answer with */
async function receive(
  request: IncomingMessage,
  handled: ReturnType<typeof createMemory>,
  { secrets, failShare }: Settings,
): Promise<number> {
  if (request.method !== 'POST') return 405
  const body = await readBody(request)
  if (body === null) return 413
  let event: WebhookEvent
  try {
    event = await verify({ body, headers: request.headers, secret: secrets })
  } catch (error) {
    const reason = error instanceof WebhookVerificationError ? `${error.code}: ${error.message}` : String(error)
    print(`rejected  ${plain(reason)}`, request)
    return 400
  }
  const id = String(request.headers['webhook-id'] ?? event.id)
  const title = `${plain(event.event)}  signature ok`
  if (handled.has(id)) {
    print(`${title}  duplicate, ignored`, request)
    return 204
  }
  if (Math.random() < failShare) {
    print(`${title}  returned 500 because of --fail`, request)
    return 500
  }
  // Do the work here or, better, store it and do it after the response.
  handled.add(id)
  print(title, request, factsOf(event))
  return 204
}

function start(settings: Settings): void {
  const handled = createMemory()
  const server = createServer((request, response) => {
    receive(request, handled, settings).then(
      (status) => response.writeHead(status).end(),
      () => response.destroy(),
    )
  })
  server.requestTimeout = requestTimeoutMs
  server.listen(settings.port, settings.host, () => {
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : settings.port
    console.log(`Waiting for webhooks on http://${settings.host}:${port}/ (end with Ctrl+C)\n`)
  })
  server.on('error', (error) => {
    console.error(error.message)
    process.exitCode = 1
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => server.close())
}

try {
  start(readSettings())
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`)
  process.exitCode = 2
}
