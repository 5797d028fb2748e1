import { type Client, createClient } from '@pictable/client'
import { watched } from './client.ts'

/** How much of a file has gone out, from 0 to 1. */
export type OnProgress = (part: number) => void

/** `fetch` cannot tell how far an upload is; this can. */
function fetchWithProgress(onProgress: OnProgress): typeof fetch {
  return (url, { method = 'POST', headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      const request = new XMLHttpRequest()
      request.open(method, String(url))
      request.responseType = 'arraybuffer'
      new Headers(headers).forEach((value, name) => {
        request.setRequestHeader(name, value)
      })
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
      request.onload = () => {
        const type = request.getResponseHeader('content-type') ?? ''
        resolve(new Response(request.response, { status: request.status, headers: { 'content-type': type } }))
      }
      request.onerror = () => reject(new TypeError('The server cannot be reached'))
      request.onabort = () => reject(new DOMException('The upload was stopped', 'AbortError'))
      signal?.addEventListener('abort', () => request.abort())
      request.send(body instanceof Uint8Array ? new Blob([new Uint8Array(body)]) : String(body ?? ''))
    })
}

/** A file as the body of a request; what it is, the server sees for itself. */
export async function bodyOfFile(file: File): Promise<{ body: Uint8Array<ArrayBuffer>; contentType: string }> {
  return { body: new Uint8Array(await file.arrayBuffer()), contentType: 'application/octet-stream' }
}

/** The API for files so long that one wants to see them go. */
export function uploadClient(onProgress: OnProgress): Client {
  const send = fetchWithProgress(onProgress)
  return createClient({ baseUrl: location.origin, fetch: (...request) => watched(send, ...request) })
}
