const emptyBody = new Uint8Array(0)

export type BoundedBody = {
  readonly length: number
  /** Keeps what fits; answers false once something did not. */
  add(chunk: Uint8Array): boolean
  bytes(): Uint8Array
}

/**
 * Collects at most `maxBytes`. Copies into one growing buffer: a list of chunks would let a server that sends single
 * bytes cost us a hundred times their size.
 */
export function createBoundedBody(maxBytes: number): BoundedBody {
  let buffer = emptyBody
  let length = 0
  return {
    get length() {
      return length
    },
    add(chunk) {
      const kept = Math.min(chunk.length, maxBytes - length)
      if (length + kept > buffer.length) {
        const grown = new Uint8Array(Math.min(maxBytes, Math.max(length + kept, 2 * length)))
        grown.set(buffer.subarray(0, length))
        buffer = grown
      }
      buffer.set(kept === chunk.length ? chunk : chunk.subarray(0, kept), length)
      length += kept
      return kept === chunk.length
    },
    bytes: () => buffer.subarray(0, length),
  }
}
