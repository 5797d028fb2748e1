export type BoundedBody = {
  readonly length: number
  /** Keeps what fits; answers false once something did not. */
  add(chunk: Uint8Array): boolean
  /** What was kept, in one piece; nothing is kept any more. */
  bytes(): Uint8Array
  /** Frees its memory at once rather than at some time. */
  drop(): void
}

/** Large ones are no faster, and of these one that is freed serves for the next. */
const maxBlockBytes = 64 * 1024

/**
 * Collects at most `maxBytes`. Copies into blocks of its own: a list of chunks would let a server that sends single
 * bytes cost us a hundred times their size, and a buffer that is moved while it grows is there twice.
 */
export function createBoundedBody(maxBytes: number): BoundedBody {
  let blocks: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  let freeBytes = 0

  function append(bytes: Uint8Array): void {
    if (freeBytes === 0) {
      freeBytes = Math.min(maxBytes - length, maxBlockBytes, Math.max(bytes.length, length))
      blocks.push(new Uint8Array(freeBytes))
    }
    const [head, rest] = [bytes.subarray(0, freeBytes), bytes.subarray(freeBytes)]
    blocks.at(-1)?.subarray(-freeBytes).set(head)
    freeBytes -= head.length
    length += head.length
    if (rest.length > 0) append(rest)
  }

  function drop(): void {
    for (const { buffer } of blocks) buffer.transfer(0)
    blocks = []
  }

  function bytes(): Uint8Array {
    const [first = new Uint8Array(), ...others] = blocks
    if (others.length === 0) return first.subarray(0, length)
    const joined = new Uint8Array(length)
    let at = 0
    for (const block of blocks) {
      joined.set(block.subarray(0, length - at), at)
      at += block.length
    }
    drop()
    return joined
  }

  return {
    get length() {
      return length
    },
    add(chunk) {
      const kept = Math.min(chunk.length, maxBytes - length)
      if (kept > 0) append(chunk.subarray(0, kept))
      return kept === chunk.length
    },
    bytes,
    drop,
  }
}
