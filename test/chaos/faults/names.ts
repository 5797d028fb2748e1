import { createSocket } from 'node:dgram'
import type { Fault } from '#test/chaos/faults/fault.ts'

/** A DNS server of our own, which knows one name. */
export interface Names {
  /** `127.0.0.1:port`, as settings want it. */
  server: string
  host: string
  faults: readonly Fault[]
  close(): Promise<void>
}

const host = 'receiver.pictable.test'
const headBytes = 12
const typeA = 1

/** The question as it came, and 127.0.0.1 where an IPv4 address was asked for. */
function answerTo(question: Buffer, isRefused: boolean): Buffer {
  const end = question.indexOf(0, headBytes) + 5
  const asked = question.subarray(headBytes, end)
  const isKnown = !isRefused && question.readUInt16BE(end - 4) === typeA
  const flags = isRefused ? 0x8182 : 0x8180
  const head = Buffer.alloc(headBytes)
  question.copy(head, 0, 0, 2)
  head.writeUInt16BE(flags, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(isKnown ? 1 : 0, 6)
  // A pointer to the name in the question, type A, class IN, no time to live, four bytes.
  const record = Buffer.from([0xc0, headBytes, 0, typeA, 0, 1, 0, 0, 0, 0, 0, 4, 127, 0, 0, 1])
  return Buffer.concat([head, asked, ...(isKnown ? [record] : [])])
}

/** `startNames()` answers on a free port of loopback. */
export async function startNames(): Promise<Names> {
  const socket = createSocket('udp4')
  let state: 'well' | 'silent' | 'failing' = 'well'
  socket.on('message', (question, { port, address }) => {
    if (state !== 'silent') socket.send(answerTo(question, state === 'failing'), port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const become = (name: string, next: typeof state): Fault => ({
    name,
    begin: async () => {
      state = next
    },
    end: async () => {
      state = 'well'
    },
  })
  return {
    server: `127.0.0.1:${socket.address().port}`,
    host,
    faults: [become('DNS is missing', 'silent'), become('DNS fails', 'failing')],
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  }
}
