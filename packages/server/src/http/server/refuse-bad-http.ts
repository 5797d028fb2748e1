import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '#core/errors.ts'
import { problemHeaders, problemOf } from '#http/endpoint/problem.ts'
import { securityHeaders } from './security-headers.ts'

interface BadHttp {
  code?: string
  /** What could not be read: all of a request, or a piece of it that may begin anywhere. */
  rawPacket?: unknown
}

const usual = { status: 400, detail: 'The request is not valid HTTP.' }
const known: Readonly<Record<string, typeof usual>> = {
  HPE_HEADER_OVERFLOW: { status: 431, detail: 'The headers of the request are larger than 16 KB.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, detail: 'The request was not complete in time.' },
}

/** Whether the answer may have a body: not the one to HEAD, and what was asked is known by a first piece only. */
function mayHaveBody(packet: unknown): boolean {
  const method = packet instanceof Buffer ? /^[A-Z]+ /.exec(packet.toString('latin1', 0, 20))?.[0] : undefined
  return method !== undefined && method !== 'HEAD '
}

/** `refuseBadHttp()` answers bytes that are not HTTP and never reach a route. */
export function refuseBadHttp(newId: () => string): (error: BadHttp, socket: Socket) => void {
  return ({ code = '', rawPacket }, socket) => {
    if (!socket.writable || socket.destroyed) return socket.destroy()
    const { status, detail } = known[code] ?? usual
    const title = STATUS_CODES[status] ?? 'Bad Request'
    const id = newId()
    const error = new AppError('invalid_request', detail)
    const problem = { ...problemOf(error, id), type: 'about:blank', title, status }
    const body = mayHaveBody(rawPacket) ? JSON.stringify(problem) : ''
    const headers = {
      ...securityHeaders,
      ...(body !== '' && problemHeaders(error)),
      'x-request-id': id,
      'cache-control': 'no-store',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${status} ${title}\r\n${head.join('')}\r\n${body}`)
  }
}
