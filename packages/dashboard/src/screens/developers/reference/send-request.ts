import { type Asked, addressOf } from './code-of.ts'

export interface Received {
  status: number
  tookMs: number
  headers: readonly (readonly [string, string])[]
  /** JSON put in order, text as it is, a picture, or the size of what is neither. */
  body: { text: string } | { picture: Blob } | { bytes: number }
}

async function bodyOf(response: Response): Promise<Received['body']> {
  const type = response.headers.get('content-type') ?? ''
  if (type.includes('json')) return { text: JSON.stringify(await response.json(), null, 2) }
  if (type.startsWith('text/') || type === '') return { text: await response.text() }
  const blob = await response.blob()
  return type.startsWith('image/') ? { picture: blob } : { bytes: blob.size }
}

/** Calls the API with the session of this page. */
export async function sendRequest(asked: Asked, file?: File): Promise<Received> {
  const headers = new Headers(asked.headers)
  const { body } = asked
  if (body && 'json' in body) headers.set('content-type', 'application/json')
  if (body && 'bytes' in body) headers.set('content-type', body.bytes)
  const sent = body && ('json' in body ? body.json : (file ?? new Blob()))
  const startMs = performance.now()
  const response = await fetch(addressOf(asked), {
    method: asked.method,
    headers,
    ...(sent !== undefined && { body: sent }),
  })
  const received = await bodyOf(response)
  return {
    status: response.status,
    tookMs: performance.now() - startMs,
    headers: [...response.headers],
    body: received,
  }
}
