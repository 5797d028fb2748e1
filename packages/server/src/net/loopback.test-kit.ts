import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect as connectTcp, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TlsOptions, Server as TlsServer } from 'node:tls'
import { onTestFinished } from 'vitest'
import { isOpenPort } from '#net/policy/ports.ts'
import type { Connect, ResolvedAddress } from './guarded-fetch-types.ts'

export type LoopbackServer = {
  port: number
  /** Sockets the server has seen, and those still open. */
  seen: number
  open: Set<Socket>
  /** What clients have sent, one text per socket. */
  received: string[]
}

async function listen(server: Server, serve: (socket: Socket, sent: string) => unknown): Promise<LoopbackServer> {
  const state: LoopbackServer = { port: 0, seen: 0, open: new Set(), received: [] }
  const onSocket = (socket: Socket): void => {
    const index = state.seen++
    state.received[index] = ''
    state.open.add(socket)
    socket.on('close', () => state.open.delete(socket)).on('error', () => {})
    socket.on('data', (chunk) => {
      state.received[index] += chunk.toString('latin1')
      serve(socket, chunk.toString('latin1'))
    })
  }
  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', onSocket)
  server.on('error', () => {})
  do {
    // The system may hand out a port that is closed to HTTP.
    if (server.listening) await new Promise((resolve) => server.close(resolve))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  } while (!isOpenPort(portOf(server), 'http'))
  onTestFinished(() => {
    for (const socket of state.open) socket.destroy()
    server.close()
  })
  state.port = portOf(server)
  return state
}

export function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening')
  return address.port
}

/** A TCP server on loopback that calls `serve` for every piece of what a client sends; closed with the test. */
export function startServer(serve: (socket: Socket, sent: string) => unknown): Promise<LoopbackServer> {
  return listen(createServer(), serve)
}

export function startTlsServer(options: TlsOptions, serve: (socket: Socket) => unknown): Promise<LoopbackServer> {
  return listen(
    createTlsServer(options).on('tlsClientError', () => {}),
    serve,
  )
}

/** A complete HTTP answer that keeps the connection. */
export function httpAnswer(status: number, headers: Record<string, string>, body = ''): string {
  const lines = Object.entries({ 'content-length': String(Buffer.byteLength(body)), ...headers })
  return `HTTP/1.1 ${status} x\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`
}

type Dials = {
  connect: Connect
  /** Every address that would have been dialled, as `address port`. */
  dialled: string[]
}

/**
 * Ends every dial at a port of loopback and writes down where it would have gone. The socket claims to be connected to
 * the first of the addresses, or to `peer`.
 */
export function createDials(port: number, peer?: string): Dials {
  const dialled: string[] = []
  const connect: Connect = ({ addresses, port: wanted }) => {
    dialled.push(...addresses.map(({ address }) => `${address} ${wanted}`))
    const socket = connectTcp({ host: '127.0.0.1', port })
    return Object.defineProperty(socket, 'remoteAddress', { value: peer ?? addresses[0]?.address })
  }
  return { connect, dialled }
}

export const addresses = (...list: string[]): ResolvedAddress[] =>
  list.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

/** A resolver that knows these names only; `asked` counts. */
export function createNames(names: Record<string, string[]>): {
  resolve: (host: string) => Promise<ResolvedAddress[]>
  asked: string[]
} {
  const asked: string[] = []
  return {
    asked,
    async resolve(host) {
      asked.push(host)
      const found = names[host]
      if (found === undefined) throw new Error(`no such name: ${host}`)
      return addresses(...found)
    },
  }
}

const recordTypes = new Map([
  [1, 4],
  [28, 6],
])

/**
 * A DNS server on loopback. `answer` is asked for each question with the name and the number of earlier questions of
 * that family for it; no addresses means NODATA, undefined means silence.
 */
export async function startDnsServer(
  answer: (name: string, earlier: number) => string[] | undefined,
): Promise<{ address: string; asked: string[] }> {
  const socket = createSocket('udp4')
  const asked: string[] = []
  socket.on('message', (query, from) => {
    const { name, end } = readName(query)
    const type = query.readUInt16BE(end)
    const family = recordTypes.get(type)
    const question = `${name} ${type}`
    const found = answer(name, asked.filter((earlier) => earlier === question).length)
    asked.push(question)
    if (found === undefined) return
    const records = addresses(...found).filter((address) => address.family === family)
    const header = Buffer.alloc(12)
    query.copy(header, 0, 0, 2)
    header.writeUInt16BE(0x8180, 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(records.length, 6)
    const body = records.map(({ address }) => recordOf(type, bytesOf(address)))
    socket.send(Buffer.concat([header, query.subarray(12, end + 4), ...body]), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => {
    socket.close()
  })
  return { address: `127.0.0.1:${socket.address().port}`, asked }
}

function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.'), end: at + 1 }
}

function recordOf(type: number, data: Buffer): Buffer {
  const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length])
  return Buffer.concat([head, data])
}

/** Full IPv6 only (eight groups), which is all that the tests need. */
function bytesOf(address: string): Buffer {
  return address.includes(':')
    ? Buffer.from(
        address.split(':').flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]),
      )
    : Buffer.from(address.split('.').map(Number))
}
