import {
  type IDataObject,
  type IExecuteFunctions,
  type IHookFunctions,
  type IHttpRequestMethods,
  type ILoadOptionsFunctions,
  sleep,
} from 'n8n-workflow'
import { failureOfAnswer, failureOfNetwork, isObject } from './failure.ts'

/** Where the nodes run: in a workflow, in the editor, and when a workflow is switched on or off. */
export type Context = IExecuteFunctions | ILoadOptionsFunctions | IHookFunctions

export interface Request {
  method: IHttpRequestMethods
  /** Below the URL of the server, such as `/v1/images`. */
  path: string
  query?: IDataObject
  body?: object
  headers?: Record<string, string>
  /** Of the item that it is for. */
  itemIndex?: number
}

/** What n8n returns for `returnFullResponse`. */
interface FullResponse<Body> {
  statusCode: number
  headers: Readonly<Record<string, unknown>>
  body: Body
}

const MAX_ATTEMPTS = 3
const MAX_PAUSE_MS = 20_000
const TIMEOUT_MS = 300_000

/** `serverUrl()` is the URL of the credential without a slash at its end. */
export async function serverUrl(context: Context): Promise<string> {
  const { url } = await context.getCredentials<{ url: string }>('pictableApi')
  return url.trim().replace(/(?<!\/)\/+$/, '')
}

/** Time before the next attempt; null if a repeat gets the same answer. */
function pauseOf({ statusCode, headers, body }: FullResponse<unknown>): number | null {
  const isInFlight = isObject(body) && body.code === 'idempotency_in_flight'
  if (statusCode !== 429 && statusCode !== 503 && !isInFlight) return null
  const pauseMs = Math.max(0.2, Number(headers['retry-after'] ?? 1)) * 1000
  return pauseMs <= MAX_PAUSE_MS ? pauseMs : null
}

/** The server checks its answers against its contract, so their shape is not checked again. */
async function send<Answer>(context: Context, url: string, request: Request): Promise<FullResponse<Answer>> {
  const { method, path, query, body, headers } = request
  return await context.helpers.httpRequestWithAuthentication.call(context, 'pictableApi', {
    method,
    url: `${url}${path}`,
    json: true,
    timeout: TIMEOUT_MS,
    returnFullResponse: true,
    ignoreHttpStatusErrors: true,
    ...(query && { qs: query }),
    ...(body && { body }),
    ...(headers && { headers }),
  })
}

/**
 * `callApi()` calls the API of Pictable, and waits when it asks for a pause.
 * @throws NodeApiError with what failed, why and what to do
 */
export async function callApi<Answer>(context: Context, request: Request): Promise<Answer> {
  const url = await serverUrl(context)
  const about = { node: context.getNode(), url, itemIndex: request.itemIndex }
  for (let attempt = 1; ; attempt++) {
    const response = await send<Answer>(context, url, request).catch((error: unknown) => {
      throw failureOfNetwork(error, about)
    })
    const { statusCode, body } = response
    const pauseMs = attempt < MAX_ATTEMPTS ? pauseOf(response) : null
    if (pauseMs !== null) await sleep(pauseMs)
    else if (statusCode === 204 || (statusCode < 300 && isObject(body))) return body
    else throw failureOfAnswer(response, about)
  }
}

/** A page of a list. */
export interface Page<Item> {
  results: Item[]
  next: string | null
}

/** `listAll()` reads the pages of a list until there is enough. */
export async function listAll<Item>(
  context: Context,
  request: Pick<Request, 'path' | 'query' | 'itemIndex'>,
  isEnough: (items: readonly Item[]) => boolean = () => false,
): Promise<Item[]> {
  const items: Item[] = []
  let after: string | null = null
  do {
    const query: IDataObject = { limit: 100, ...request.query, ...(after !== null && { after }) }
    const page: Page<Item> = await callApi<Page<Item>>(context, { ...request, method: 'GET', query })
    items.push(...page.results)
    after = page.next
  } while (after !== null && !isEnough(items))
  return items
}
