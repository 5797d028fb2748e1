/** One of the two Airtables that are compared. */
export interface Side {
  url: string
  contentUrl: string
  token: string
  baseId: string
  /** Pause before each request, for the limit of five a second. */
  paceMs: number
}

export interface LiveAnswer {
  status: number
  json: unknown
}

export interface LiveRequest {
  method: string
  /** Absolute, `/v0/…`. */
  path: string
  body?: unknown
  host?: 'content'
  /** Instead of the side's own. */
  token?: string
}

/** `send()` asks one side; an answer that is no JSON counts as its text's kind. */
export async function send(side: Side, { method, path, body, host, token }: LiveRequest): Promise<LiveAnswer> {
  if (side.paceMs > 0) await new Promise((resolve) => setTimeout(resolve, side.paceMs))
  const response = await fetch((host === 'content' ? side.contentUrl : side.url) + path, {
    method,
    headers: { authorization: `Bearer ${token ?? side.token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  })
  const text = await response.text()
  try {
    return { status: response.status, json: JSON.parse(text) }
  } catch {
    return { status: response.status, json: `no JSON: ${response.headers.get('content-type')}` }
  }
}
