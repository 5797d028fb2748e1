import { createHash } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import type { OnHeld } from '#core/ports/sources.ts'
import { createHostedApi, type HostedCall, type WayOut } from '#sources/hosted/hosted-api.ts'
import { baseUrlOf } from './described-settings.ts'
import type { Description, Reading } from './description.ts'
import { at, type Context, fill, fillText, placeholdersIn, plain } from './notation.ts'
import type { ErrorWord } from './notation-schema.ts'
import { rejectionOf } from './rejection.ts'

export interface DescribedApiSetup {
  way: WayOut
  description: Description
  /** Of the connection, parsed. */
  settings: Context
  connectionId: string
  onHeld: OnHeld | undefined
}

/** A request of a description. */
type Request = Omit<Reading, 'method'> & { method: HostedCall<unknown>['method']; errors: readonly ErrorWord[] }

interface Call {
  context: Context
  /** Added to the query of the description, or to its body where it has one. */
  extra?: Context
  signal?: AbortSignal | undefined
  raw?: HostedCall<unknown>['raw']
}

/** Requests to one described product, with the credentials of one connection. */
export interface DescribedApi {
  description: Description
  /** Without a slash at the end. */
  baseUrl: string
  /** @returns the JSON of the response; null when it is empty */
  ask(request: Request, call: Call): Promise<unknown>
  /** Asks at a URL that the product gave, which has to be one of its own. */
  askUrl(url: string, request: Request, signal: AbortSignal | undefined): Promise<unknown>
  /** Sends a request that changes something. */
  send(request: Request, call: Call & { body?: unknown }): Promise<unknown>
}

/** A list is one parameter for each entry where the name ends with `[]`, else one with commas. */
function queryOf(parameters: Context): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) continue
    if (!Array.isArray(value)) query.set(name, plain(value))
    else if (name.endsWith('[]')) for (const each of value) query.append(name, plain(each))
    else query.set(name, value.map(plain).join(','))
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

const recordOf = (value: unknown): Context => z.record(z.string(), z.unknown()).parse(value)

/** Ids may be texts such as `..`, which would lead to another endpoint. */
const inPath = (text: string) => encodeURIComponent(text).replace(/^\.+$/, (dots) => '%2E'.repeat(dots.length))

function scopeOf({ description, settings }: DescribedApiSetup, baseUrl: string) {
  const secrets = Object.entries(description.settings).flatMap(([name, { role }]) =>
    role === 'secret' ? [settings[name]] : [],
  )
  const user = createHash('sha256')
    .update(JSON.stringify([baseUrl, secrets]))
    .digest('hex')
    .slice(0, 16)
  return { key: `${description.kind} user ${user}`, perSecond: description.limits.per_second }
}

export function createDescribedApi(setup: DescribedApiSetup): DescribedApi {
  const { way, description, settings, connectionId, onHeld } = setup
  const [destination, about] = Object.entries(description.settings).find(([, { role }]) => role === 'destination') ?? []
  const baseUrl = baseUrlOf(plain(settings[destination ?? '']), about?.cut ?? [])
  const headers = Object.entries(description.headers).map(([name, template]) => [name, fillText(template, settings)])
  const limit = (name: string) => z.number().nullable().catch(null).parse(settings[name])
  const scopes = [scopeOf(setup, baseUrl)]
  const maxBodyBytes = description.limits.response_mb * 1_000_000
  const perHosted = ({ errors: own }: Request, isFixed: boolean) =>
    createHostedApi({
      ...way,
      fetch: (request) => way.fetch({ ...request, maxBodyBytes }),
      product: description.title,
      baseUrl,
      headers: Object.fromEntries(headers),
      budget: { connectionId, perDay: limit('calls_per_day'), perMonth: limit('calls_per_month') },
      atOnce: description.limits.at_once,
      onHeld,
      rejectionOf: ({ status, body }) => rejectionOf(description, { status, body, own, isFixed }),
    })

  const fillsBody = ({ method, body }: Request) => method !== 'GET' && body !== undefined

  function partsOf(request: Request, { context, extra = {} }: Call) {
    const inBody = fillsBody(request)
    const query = { ...recordOf(fill(request.query, context)), ...(inBody ? {} : extra) }
    return {
      path: `${fillText(request.path, context, inPath)}${queryOf(query)}`,
      ...(inBody ? { body: { ...recordOf(fill(request.body ?? {}, context)), ...extra } } : {}),
    }
  }

  const shared = (request: Request, signal: AbortSignal | undefined) => ({
    method: request.method,
    answer: z.unknown().transform((body) => body ?? null),
    scopes,
    signal,
  })

  return {
    description,
    baseUrl,
    ask: (request, call) =>
      perHosted(request, placeholdersIn(request.path).length === 0).call({
        ...partsOf(request, call),
        ...shared(request, call.signal),
        isRead: true,
      }),
    askUrl(url, request, signal) {
      const next = URL.canParse(url, `${baseUrl}/`) ? new URL(url, `${baseUrl}/`).href : ''
      if (!next.startsWith(`${baseUrl}/`)) {
        const message = `${description.title} continues the list at a URL of another server, which Pictable does not call. Check the URL in the connection, and the proxy in front of ${description.title}.`
        throw new AppError('source_server', message)
      }
      const path = next.slice(baseUrl.length)
      return perHosted(request, false).call({ path, ...shared(request, signal), isRead: true })
    },
    send: (request, { body, ...call }) =>
      perHosted(request, false).call({
        ...partsOf(request, call),
        ...(body === undefined ? {} : { body }),
        ...(call.raw === undefined ? {} : { raw: call.raw }),
        ...shared(request, call.signal),
        isRead: false,
      }),
  }
}

const shown = (path: string) => (path === '' ? 'The response' : `"${path}" in the response`)

/** The list in an answer. @throws AppError `source_unavailable` for an answer of another form */
export function listIn({ description: { title } }: DescribedApi, body: unknown, path: string): readonly unknown[] {
  const list = at(body, path)
  if (Array.isArray(list)) return list
  const message = `${shown(path)} of ${title} is not a list. Check that the URL in the connection is that of ${title}; if it is right, retry: the API of ${title} may have changed.`
  throw new AppError('source_unavailable', message)
}
