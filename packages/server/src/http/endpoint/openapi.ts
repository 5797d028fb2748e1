import { setImmediate } from 'node:timers/promises'
import {
  deliveryHeaders,
  type Endpoint,
  endpoints as everyEndpoint,
  isRaw,
  problem,
  type Raw,
  webhookEvents,
} from '@pictable/client'
import { z } from 'zod'
import { type ErrorCode, errorCatalogue } from '#core/errors.ts'
import { isOnce } from './idempotency.ts'

type Json = Record<string, unknown>

function isCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorCatalogue, text)
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What every endpoint may answer, beyond what it declares. */
function codesOf(entry: Endpoint): ErrorCode[] {
  const withKey = entry.scope === null ? [] : (['unauthorized', 'forbidden', 'rate_limited'] as const)
  const withBody = entry.method === 'GET' ? [] : (['payload_too_large', 'unsupported_media_type'] as const)
  const once = isOnce(entry) ? (['idempotency_in_flight', 'idempotency_mismatch'] as const) : []
  const guarded = entry.ifMatch ? (['precondition_failed'] as const) : []
  const known = new Set<string>(entry.params ? ['not_found'] : [])
  for (const code of ['invalid_request', ...entry.errors, ...withKey, ...withBody, ...once, ...guarded]) known.add(code)
  return [...known, 'internal', 'unavailable', 'database_corrupt'].filter(isCode)
}

interface Components {
  schemas: Json
  /** The schema as JSON; one with an id becomes a component and is referred to. */
  refer(schema: z.ZodType, io: 'input' | 'output'): Json
}

/** References between schemas point at the components of the document. */
function moved(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(moved)
  if (!isJson(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) =>
      key === '$ref' && typeof item === 'string'
        ? [key, item.replace('#/$defs/', '#/components/schemas/')]
        : [key, moved(item)],
    ),
  )
}

function createComponents(): Components {
  const schemas: Json = {}
  const known = { input: new Map<z.ZodType, Json>(), output: new Map<z.ZodType, Json>() }
  const convert = (schema: z.ZodType, io: 'input' | 'output'): Json => {
    const { $schema: _, $defs = {}, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
    for (const [name, { id: _, ...definition }] of Object.entries($defs)) schemas[name] = moved(definition)
    const referring = moved(json)
    return isJson(referring) ? referring : {}
  }
  return {
    schemas,
    refer(schema, io) {
      const json = known[io].get(schema) ?? convert(schema, io)
      known[io].set(schema, json)
      return json
    },
  }
}

function parametersOf(entry: Endpoint, components: Components): Json[] {
  const from = (place: 'path' | 'query', object: z.ZodObject = z.strictObject({})) => {
    const { required: needed } = components.refer(object, 'input')
    return Object.entries(object.shape).map(([name, schema]): Json => {
      if (!(schema instanceof z.ZodType)) return {}
      const json = components.refer(schema, 'output')
      const { description, ...rest } = json
      const required = Array.isArray(needed) && needed.includes(name)
      return { name, in: place, required, ...(description === undefined ? {} : { description }), schema: rest }
    })
  }
  const header = (name: string, description: string): Json => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  })
  return [
    ...from('path', entry.params),
    ...from('query', entry.query),
    ...(isOnce(entry)
      ? [
          header(
            'Idempotency-Key',
            'A repeated request with the same key within 24 hours changes nothing and gets the first response, even after a crash',
          ),
        ]
      : []),
    ...(entry.ifMatch
      ? [header('If-Match', 'ETag of the resource when it was read. Returns 412 if it has changed')]
      : []),
    ...(isRevalidated(entry)
      ? [header('If-None-Match', 'ETag of the last response. Returns 304 if nothing has changed')]
      : []),
  ]
}

function rawContent(raw: Raw): Json {
  return Object.fromEntries(raw.raw.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]))
}

function requestBodyOf(entry: Endpoint, components: Components): Json {
  if (entry.body === undefined) return {}
  if (isRaw(entry.body)) return { requestBody: { required: true, content: rawContent(entry.body) } }
  const required = !entry.body.safeParse(undefined).success
  const content = { 'application/json': { schema: components.refer(entry.body, 'input') } }
  return { requestBody: { required, content } }
}

/** Whether a caller that has the answer may ask for it only if it has changed. */
function isRevalidated(entry: Endpoint): boolean {
  return entry.method === 'GET' && !Object.values(entry.answers).some((shape) => shape && isRaw(shape) && shape.events)
}

function answersOf(entry: Endpoint, components: Components): Json {
  const headers = Object.fromEntries(
    Object.entries(entry.headers ?? {}).map(([name, description]) => [
      name,
      { description, schema: { type: 'string' } },
    ]),
  )
  const good = Object.entries(entry.answers).map(([status, shape]) => {
    const content = shape === null ? {} : isRaw(shape) ? rawContent(shape) : json(components.refer(shape, 'output'))
    const withContent = shape === null ? {} : { content }
    return [status, { description: entry.summary, ...(entry.headers ? { headers } : {}), ...withContent }]
  })
  const unchanged = isRevalidated(entry) ? [['304', { description: 'Nothing has changed' }]] : []
  const byStatus = Map.groupBy(codesOf(entry), (code) => errorCatalogue[code].status)
  const bad = [...byStatus].map(([status, codes]) => [
    String(status),
    {
      description: codes.map((code) => `\`${code}\`: ${errorCatalogue[code].title}`).join('\n\n'),
      content: { 'application/problem+json': { schema: components.refer(problem, 'output') } },
    },
  ])
  return Object.fromEntries([...good, ...unchanged, ...bad])
}

function json(schema: Json): Json {
  return { 'application/json': { schema } }
}

/** A key of a program, or the session of a user. */
const callers = [{ apiKey: [] }, { session: [] }]

/** The collection that an endpoint belongs to. */
function tagOf(entry: Endpoint): string {
  return /^\/(?:v1\/)?([a-z-]+)(?:\/|$)/.exec(entry.path)?.[1] ?? 'server'
}

function operationOf(entry: Endpoint, components: Components): Json {
  const parameters = parametersOf(entry, components)
  const needs = entry.scope === null ? '' : `Needs the scope \`${entry.scope}\`.`
  return {
    operationId: entry.name,
    summary: entry.summary,
    description: [entry.description ?? '', needs].filter(Boolean).join('\n\n') || entry.summary,
    tags: [tagOf(entry)],
    security: entry.scope === null ? [] : callers,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...requestBodyOf(entry, components),
    responses: answersOf(entry, components),
  }
}

/** What receivers are sent, one entry for each event. */
function webhooksOf(components: Components): Json {
  const parameters = Object.entries(deliveryHeaders).map(([name, description]) => {
    const required = !/signature/i.test(name)
    return { name, in: 'header', required, description, schema: { type: 'string' } }
  })
  const responses = {
    '2XX': { description: 'Accepted. Any other response is retried later; redirects are not followed' },
    '410': { description: 'Pauses the webhook' },
  }
  const entries = Object.entries(webhookEvents).map(([name, body]) => {
    const requestBody = { required: true, content: json(components.refer(body, 'output')) }
    const summary = body.meta()?.description ?? name
    const about = {
      operationId: `on-${name.replace('.', '-')}`,
      summary,
      description: `${summary}.`,
      tags: ['webhooks'],
    }
    return [name, { post: { ...about, security: [], parameters, requestBody, responses } }]
  })
  return Object.fromEntries(entries)
}

/**
 * `createOpenapi()` writes the contract as OpenAPI 3.1: the same schemas that check requests and answers. The whole takes
 * 100 ms and more: other requests are served in between.
 */
export async function createOpenapi(endpoints: readonly Endpoint[] = everyEndpoint): Promise<Json> {
  const components = createComponents()
  const paths: Record<string, Json> = {}
  for (const entry of endpoints) {
    await setImmediate()
    const path = entry.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [entry.method.toLowerCase()]: operationOf(entry, components) }
  }
  const tags = [...new Set(endpoints.map((entry) => tagOf(entry)))]
  return {
    openapi: '3.1.1',
    info: {
      title: 'Pictable',
      version: '1',
      description: 'Pictable turns the records of a table into images.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: callers,
    tags: tags.map((name) => ({ name, description: `Everything under ${name}` })),
    paths,
    webhooks: webhooksOf(components),
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: `Authorization: Bearer pct_…`' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'pictable',
          description: 'The session of a user who has logged in; over https the cookie is called `__Host-pictable`',
        },
      },
      schemas: components.schemas,
    },
  }
}
