import { Agent, request as openRequest } from 'node:http'
import { z } from 'zod'
import type { WireRequest } from './requests.ts'

export interface WireAnswer {
  status: number
  headers: Record<string, string>
  text: string
}

export interface Wire {
  /** The answer; null when the server cut the connection while a large body was still on its way. @throws Error when there is none */
  send(request: WireRequest): Promise<WireAnswer | null>
  close(): void
}

const untilAnsweredMs = 60_000
const largeBytes = 900_000
const headerText = z.union([z.string(), z.array(z.string()).transform((all) => all.join(', '))])

/** `openWire()` sends requests as they are: nothing is normalized. */
export function openWire(url: string): Wire {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  const { hostname, port } = new URL(url)

  const attempt = ({ method, target, headers, body }: WireRequest) =>
    new Promise<WireAnswer>((resolve, reject) => {
      const length = body === null ? {} : { 'content-length': String(body.length) }
      const sent = openRequest({ agent, hostname, port, method, path: target, headers: { ...headers, ...length } })
      sent.setTimeout(untilAnsweredMs, () => sent.destroy(new Error(`no answer within ${untilAnsweredMs} ms`)))
      sent.on('error', (error) => reject(Object.assign(error, { reused: sent.reusedSocket })))
      sent.on('response', (response) => {
        const given = Object.entries(response.headers).flatMap(([name, value]): [string, string][] =>
          value === undefined ? [] : [[name, headerText.parse(value)]],
        )
        const answered = { status: response.statusCode ?? 0, headers: Object.fromEntries(given) }
        // It never ends by itself.
        if (response.headers['content-type'] === 'text/event-stream') {
          sent.destroy()
          return resolve({ ...answered, text: '' })
        }
        const pieces: Buffer[] = []
        response.on('data', (piece: Buffer) => void pieces.push(piece))
        response.on('error', reject)
        response.on('end', () => resolve({ ...answered, text: Buffer.concat(pieces).toString() }))
      })
      sent.end(body ?? undefined)
    })

  return {
    async send(request) {
      try {
        return await attempt(request)
      } catch (error) {
        const { code, reused } = z.object({ code: z.string().optional(), reused: z.boolean().optional() }).parse(error)
        const isCut = code === 'ECONNRESET' || code === 'EPIPE'
        if (isCut && (request.body?.length ?? 0) > largeBytes) return null
        if (isCut && reused) return attempt(request)
        throw error
      }
    },
    close: () => agent.destroy(),
  }
}
