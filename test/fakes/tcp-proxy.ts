import { createServer, connect as dial, type Socket } from 'node:net'
import { z } from 'zod'

/** What befalls connections: `reset` cuts them, `silent` lets nothing through and says nothing, `down` is nobody there. */
export type TcpFault = 'none' | 'reset' | 'silent' | 'down' | { latencyMs: number } | { cutAfterBytes: number }

/** Stands before a server, on the level of TCP, and fails as it is told. */
export interface TcpProxy {
  url: string
  /** From now on, and for connections that are open: those of `silent` hang until the next fault. */
  set(fault: TcpFault): Promise<void>
  close(): Promise<void>
}

const portSchema = z.object({ port: z.number() })

/** `startTcpProxy()` starts it on a free port of loopback. */
export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const to = Number(new URL(target).port)
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
      const delayMs = typeof fault === 'object' && 'latencyMs' in fault ? fault.latencyMs : 0
      if (delayMs === 0) into.write(piece)
      else setTimeout(() => into.writable && into.write(piece), delayMs)
    })
    from.on('error', () => into.destroy())
    from.on('close', () => {
      open.delete(from)
      into.destroy()
    })
    open.add(from)
  }

  const server = createServer((client) => {
    if (fault === 'reset') return client.resetAndDestroy()
    const upstream = dial(to, '127.0.0.1')
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
