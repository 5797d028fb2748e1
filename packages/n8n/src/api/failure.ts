import { type INode, type JsonObject, NodeApiError } from 'n8n-workflow'

interface About {
  node: INode
  /** Of the server. */
  url: string
  itemIndex: number | undefined
}

interface Answer {
  statusCode: number
  body: unknown
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const credential = 'the credential "Pictable API" of this node'

/** What to do about each code of the API. */
const fixes: Readonly<Record<string, string>> = {
  unauthorized: `Create an API key in Pictable (Developers > API keys), and paste it into ${credential}.`,
  forbidden: `Create an API key with the scope that is named (Developers > API keys), and paste it into ${credential}.`,
  not_found: `It was deleted, or it is on another server. Choose another one in this node, or correct the URL in ${credential}.`,
  image_failed: 'Correct the value or the template, then run the workflow again. Nothing was stored.',
  render_timeout: 'Use smaller pictures or a simpler template. Nothing was stored.',
  conflict: 'Nothing was changed. Solve this in Pictable, then run the workflow again.',
}

const later =
  'Nothing is lost: run the workflow again later, or switch on "Retry On Fail" in the settings of this node.'

/** The errors of a request, each with its place: `values/Price must be a number`. */
function placesIn(errors: unknown): string[] {
  if (!Array.isArray(errors)) return []
  return errors.flatMap((error: unknown) => {
    if (!isObject(error)) return []
    const place = String(error.pointer).slice(1)
    return place === '' ? [String(error.detail)] : [`${place}: ${error.detail}`]
  })
}

interface Words {
  /** One sentence. Without codes such as ECONNREFUSED, for which n8n writes sentences of its own. */
  message: string
  /** The cause and the fix. */
  description: string
  statusCode?: number
}

/** `createFailure()` is an error as n8n shows it. */
export function createFailure({ node, itemIndex }: About, { message, description, statusCode }: Words): NodeApiError {
  const more = {
    ...(itemIndex !== undefined && { itemIndex }),
    ...(statusCode !== undefined && { httpCode: String(statusCode) }),
  }
  return new NodeApiError(node, {}, { message, description, ...more })
}

/** `failureOfNetwork()` is the error of a server that did not answer. */
export function failureOfNetwork(error: unknown, about: About): NodeApiError {
  const message = about.url === '' ? 'The credential has no server URL' : `Pictable at ${about.url} is unreachable`
  const fix = `Start the server, or correct the URL in ${credential}: n8n must reach it from its own machine or container.`
  return createFailure(about, { message, description: `${reasonOf(error)}. ${fix} ${later}` })
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null
  const text = error.message.replace(/\.$/, '') || 'Unknown error'
  return code === null || text.includes(code) ? text : `${text} (${code})`
}

/** `failureOfAnswer()` is the error of an answer: what the API says of it, and what to do. */
export function failureOfAnswer({ statusCode, body }: Answer, about: About): NodeApiError {
  if (!isObject(body) || typeof body.code !== 'string' || typeof body.detail !== 'string') {
    const message = `${about.url} is not the API of Pictable (status ${statusCode})`
    const description = `Correct the URL in ${credential}, such as https://pictable.example.com. If a proxy is in between, check that it forwards /v1.`
    return createFailure(about, { message, description, statusCode })
  }
  const places = placesIn(body.errors)
  const fix = fixes[body.code] ?? (statusCode >= 500 || statusCode === 429 ? later : '')
  const reference = statusCode >= 500 ? `Request ${body.request_id} in the log of Pictable.` : ''
  const description = [...places, fix, reference].filter(Boolean).join('\n')
  const failure = createFailure(about, { message: body.detail, description, statusCode })
  failure.context.code = body.code
  return failure
}

/** `isNotFound()` says whether the API has no such thing: other servers return a 404 too. */
export function isNotFound(error: unknown): error is NodeApiError {
  return error instanceof NodeApiError && error.context.code === 'not_found'
}
