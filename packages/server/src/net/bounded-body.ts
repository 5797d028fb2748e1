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
  let buffer = new Uint8Array()
  let length = 0
  return {
    get length() {
      return length
    },
    add(chunk) {
      const kept = Math.min(chunk.length, maxBytes - length)
      if (length + kept > buffer.length) {
        // Moved, what was before is freed at once rather than at some time.
        buffer = new Uint8Array(buffer.buffer.transfer(Math.min(maxBytes, Math.max(length + kept, 2 * length))))
      }
      buffer.set(kept === chunk.length ? chunk : chunk.subarray(0, kept), length)
      length += kept
      return kept === chunk.length
    },
    bytes: () => buffer.subarray(0, length),
  }
}
