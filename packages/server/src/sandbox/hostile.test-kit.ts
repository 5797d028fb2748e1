import { writeSync } from 'node:fs'

/** In the place of a decoder that was taken over: sends what Node's channel does not expect. */

const CHANNEL = 3

function sendBytes(bytes: Buffer): void {
  for (let sent = 0; sent < bytes.length; ) {
    try {
      sent += writeSync(CHANNEL, bytes, sent)
    } catch (error) {
      // The server has not read yet.
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error
    }
  }
}

function frame(body: Buffer, length = body.length): Buffer {
  const header = Buffer.alloc(4)
  header.writeUInt32BE(length)
  return Buffer.concat([header, body])
}

const attacks: Readonly<Record<string, () => void>> = {
  'an acknowledged handle': () => process.send?.({ cmd: 'NODE_HANDLE_ACK' }),
  'an unknown handle': () => process.send?.({ cmd: 'NODE_HANDLE', type: 'none' }),
  garbage: () => sendBytes(frame(Buffer.from([9, 9, 9, 9]))),
  'a deep list': () => sendBytes(frame(Buffer.concat([Buffer.from([0xff, 0x0f]), Buffer.alloc(3_000_000, 'A')]))),
  'an endless message': () => sendBytes(frame(Buffer.alloc(100_000), 0xffff_ffff)),
}
attacks[process.env.ATTACK ?? '']?.()
process.send?.('survived')
setTimeout(() => process.exit(7), 60_000)
