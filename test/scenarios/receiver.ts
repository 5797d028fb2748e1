import { createServer, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { z } from 'zod'
import { until } from '#test/until.ts'

/** A request as it came over the wire. */
export interface Received {
  method: string
  path: string
  /** In order and case of the wire. */
  rawHeaders: [name: string, value: string][]
  /** By lower-case name. */
  headers: Record<string, string>
  body: Uint8Array
  json: Record<string, unknown>
}

export type Answer = (response: ServerResponse, received: Received) => void

/** A receiver on loopback that keeps all it gets. */
export interface Receiver {
  url: string
  received: Received[]
  /** What is answered from now on; 204 at first. */
  answer: Answer
  /** Resolves when so many have come. Bounded. */
  until(count: number): Promise<Received[]>
  close(): Promise<void>
}

export const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(code, headers).end()

const bodySchema = z.record(z.string(), z.unknown())

function pairs(raw: readonly string[]): [string, string][] {
  return Array.from({ length: raw.length / 2 }, (_, index) => [raw[index * 2] ?? '', raw[index * 2 + 1] ?? ''])
}

/** `startReceiver()` listens on a free port. */
export async function startReceiver(): Promise<Receiver> {
  const sockets = new Set<Socket>()
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => void chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      const rawHeaders = pairs(request.rawHeaders)
      const one = {
        method: request.method ?? '',
        path: request.url ?? '',
        rawHeaders,
        headers: Object.fromEntries(rawHeaders.map(([name, value]) => [name.toLowerCase(), value])),
        body: new Uint8Array(body),
        json: bodySchema.parse(JSON.parse(body.toString())),
      }
      received.push(one)
      receiver.answer(response, one)
    })
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const receiver: Receiver = {
    url: `http://127.0.0.1:${address.port}/hook`,
    received,
    answer: status(204),
    until: (count) =>
      until(
        () => `${received.length} of ${count} requests have come`,
        () => received.length >= count && received,
      ),
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return receiver
}
