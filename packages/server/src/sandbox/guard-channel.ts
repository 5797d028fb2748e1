import type { ChildProcess } from 'node:child_process'

/** More than an honest decoder has memory to send at a time. */
const MAX_MESSAGE_BYTES = 2 ** 30
const HEADER_BYTES = 4

/** Follows the frames of Node's channel: a length, then a message of it. @returns whether each is short enough */
function createFrameCheck(): (chunk: Buffer) => boolean {
  let header = Buffer.alloc(0)
  let bodyLeft = 0
  return (chunk) => {
    for (let offset = 0; offset < chunk.length; ) {
      if (bodyLeft > 0) {
        const taken = Math.min(bodyLeft, chunk.length - offset)
        bodyLeft -= taken
        offset += taken
        continue
      }
      const missing = HEADER_BYTES - header.length
      header = Buffer.concat([header, chunk.subarray(offset, offset + missing)])
      offset += missing
      if (header.length < HEADER_BYTES) return true
      bodyLeft = header.readUInt32BE(0)
      header = Buffer.alloc(0)
      if (bodyLeft > MAX_MESSAGE_BYTES) return false
    }
    return true
  }
}

type OnRead = (this: unknown, ...args: unknown[]) => unknown

function isOnRead(value: unknown): value is OnRead {
  return typeof value === 'function'
}

/**
 * `guardChannel()` ends a decoder instead of the server when what it sends is no message. Node trusts the other side of its
 * channel: bytes that it cannot read are an uncaught exception, as are messages that it sends to itself
 * (`NODE_HANDLE`), and it keeps a message of any length until it is complete.
 */
export function guardChannel(child: ChildProcess): void {
  // No handle is passed over this channel.
  child.removeAllListeners('internalMessage')
  const name = Object.getOwnPropertySymbols(child).find(({ description }) => description === 'kChannelHandle')
  const channel: unknown = name && Reflect.get(child, name)
  if (typeof channel !== 'object' || channel === null) return
  const onRead: unknown = Reflect.get(channel, 'onread')
  if (!isOnRead(onRead)) return
  const isShort = createFrameCheck()
  let isBroken = false
  const guarded: OnRead = function (...args) {
    const [bytes] = args
    // The end of the channel still closes it.
    if (isBroken && bytes instanceof ArrayBuffer) return undefined
    try {
      if (bytes instanceof ArrayBuffer && !isShort(Buffer.from(bytes))) throw new Error('too long')
      return onRead.apply(this, args)
    } catch {
      isBroken = true
      child.kill('SIGKILL')
      return undefined
    }
  }
  Reflect.set(channel, 'onread', guarded)
}
