import { createServer, connect as dial, type Socket } from 'node:net'
import { z } from 'zod'

/**
 * What befalls connections: `reset` cuts them, `silent` lets nothing through and says nothing, `down` is nobody there, slices
 * come one by one.
 */
export type TcpFault =
  | 'none'
  | 'reset'
  | 'silent'
  | 'down'
  | { latencyMs: number }
  | { bytesPerSecond: number }
  | { sliceBytes: number }
  | { cutAfterBytes: number }

/** Stands before a server, on the level of TCP, and fails as it is told. */
export interface TcpProxy {
  url: string
  /** From now on, and for connections that are open: those of `silent` hang until the next fault. */
  set(fault: TcpFault): Promise<void>
  close(): Promise<void>
}

const portSchema = z.object({ port: z.number() })

/** How a piece goes on: whole or in slices, and how long after it has come. */
function slicesOf(piece: Buffer, fault: TcpFault): { slices: Buffer[]; delayMs: number } {
  if (typeof fault !== 'object') return { slices: [piece], delayMs: 0 }
  if ('latencyMs' in fault) return { slices: [piece], delayMs: fault.latencyMs }
  if ('bytesPerSecond' in fault) return { slices: [piece], delayMs: (piece.length / fault.bytesPerSecond) * 1000 }
  if (!('sliceBytes' in fault)) return { slices: [piece], delayMs: 0 }
  const { sliceBytes } = fault
  const count = Math.ceil(piece.length / sliceBytes)
  const slices = Array.from({ length: count }, (_, n) => piece.subarray(n * sliceBytes, (n + 1) * sliceBytes))
  return { slices, delayMs: 0 }
}

/** `startTcpProxy()` starts it on a free port of loopback. The target is a URL, or the path of a Unix socket. */
export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const to = target.startsWith('/') ? { path: target } : { port: Number(new URL(target).port), host: '127.0.0.1' }
  const open = new Set<Socket>()
  let fault: TcpFault = 'none'

  const cutAll = () => {
    for (const socket of open) socket.resetAndDestroy()
  }

  function carry(from: Socket, into: Socket, answers: boolean): void {
    let carried = 0
    from.on('data', (piece) => {
      if (fault === 'silent') return
      carried += piece.length
      if (answers && typeof fault === 'object' && 'cutAfterBytes' in fault && carried > fault.cutAfterBytes) {
        into.end(piece.subarray(0, fault.cutAfterBytes))
        return
      }
      const { slices, delayMs } = slicesOf(piece, fault)
      const write = () => {
        for (const slice of slices) if (into.writable) into.write(slice)
      }
      // What is slow stays in order: the next piece waits for this one.
      if (delayMs === 0) return void write()
      from.pause()
      setTimeout(() => {
        write()
        from.resume()
      }, delayMs)
    })
    from.on('error', () => into.destroy())
    from.on('close', () => into.destroy())
    from.setNoDelay()
  }

  const server = createServer((client) => {
    if (fault === 'reset') return client.resetAndDestroy()
    open.add(client)
    client.on('close', () => open.delete(client))
    const upstream = dial(to)
    carry(client, upstream, false)
    carry(upstream, client, true)
  })
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', resolve)
    })
  const unlisten = () => new Promise<void>((resolve) => void server.close(() => resolve()))
  await listen(0)
  const { port } = portSchema.parse(server.address())
  return {
    url: `http://127.0.0.1:${port}`,
    async set(next) {
      const before = fault
      fault = next
      if (before === 'silent' || next === 'reset' || next === 'down') cutAll()
      if (next === 'down' && server.listening) await unlisten()
      if (next !== 'down' && !server.listening) await listen(port)
    },
    async close() {
      cutAll()
      if (server.listening) await unlisten()
    },
  }
}
