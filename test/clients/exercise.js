/**
 * `exercise()` does with `@pictable/client` what its users do, against a real server. It is plain JavaScript without imports: Node, Deno,
 * Bun, a page and a worker run the same file, each with the client that it was given.
 */

/** The test vector of the guide on verifying webhooks. */
const delivery = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  body: '{"event":"image.created"}',
  headers: {
    'X-Service-Signature': 't=1700000000,v1=b7d8be8dad6c5d45afe01f004b2d2690e169335751093320d2b4e74c1315a8a1',
  },
  now: new Date(1_700_000_000_000),
}

const design = {
  ...{ schema: 1, width: 320, height: 180, background: '#10243e' },
  layers: [{ type: 'text', name: 'Title', text: { bind: 'Title' }, width: 300, height: 60, fill: '#ffffff' }],
}

const ascii = (bytes, from, to) => String.fromCharCode(...bytes.slice(from, to))

/** What was thrown. */
async function thrownBy(promise) {
  try {
    await promise
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

async function renderImage(client) {
  const template = await client.templates.create({ body: { name: 'Greeting', design, publish: true } })
  const body = { template_id: template.id, values: { Title: 'Hello' }, formats: ['webp'] }
  const image = await client.images.create({ body, idempotencyKey: `hello-${template.id}` })
  const file = new URL(image.url).pathname.split('/').at(-1)
  const bytes = await client.images.file({ params: { id: image.id, file } })
  return { template, image: { kind: ascii(bytes, 8, 12), width: image.width, isWhole: bytes.length === image.bytes } }
}

/** Starts a run, waits for its end, and hears of it by the event stream. */
async function runAction(client) {
  const stop = new AbortController()
  const events = client.events.stream({ signal: stop.signal })
  const first = events.next()
  const { results } = await client.actions.list()
  const { id } = await client.actions.run({ params: { id: results[0].id }, body: { force: true } })
  const heard = async () => {
    let { value } = await first
    while (value.event !== 'run' || value.data.id !== id) value = (await events.next()).value
    return value.event
  }
  const event = heard()
  let run = await client.runs.get({ params: { id } })
  while (run.finished_at === null) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    run = await client.runs.get({ params: { id } })
  }
  const result = { state: run.state, rendered: run.rendered, event: await event }
  stop.abort()
  return result
}

async function signUrl({ client, signImageUrl, baseUrl, templateId }) {
  const { id: keyId, secret } = await client.urlKeys.create({ body: { name: 'Exercise' } })
  const expiresAt = new Date(Date.now() + 60_000)
  const response = await fetch(
    await signImageUrl({ baseUrl, keyId, secret, templateId, values: { Title: 'Signed' }, expiresAt }),
  )
  return { status: response.status, kind: ascii(new Uint8Array(await response.arrayBuffer()), 1, 4) }
}

async function verifyDelivery(verify) {
  const { event } = await verify(delivery)
  const forged = await thrownBy(verify({ ...delivery, secret: 'whsec_of_someone_else' }))
  const old = await thrownBy(verify({ ...delivery, now: new Date() }))
  return { event, forged: forged.code, old: old.code }
}

/** @returns what happened, in plain data: see expected.ts */
export async function exercise({ createClient, ApiError, signImageUrl, verify }, { baseUrl, apiKey }) {
  const client = createClient({ baseUrl, ...(apiKey === undefined ? {} : { apiKey }) })
  const { template, image } = await renderImage(client)
  const missing = await thrownBy(client.runs.get({ params: { id: 'run_nope' } }))
  return {
    image,
    run: await runAction(client),
    signed: await signUrl({ client, signImageUrl, baseUrl, templateId: template.id }),
    webhook: await verifyDelivery(verify),
    error: { isApiError: missing instanceof ApiError, status: missing.status, code: missing.problem.code },
  }
}
