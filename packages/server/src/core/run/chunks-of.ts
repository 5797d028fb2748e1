import type { Jobs } from '#core/ports/queue.ts'

type ChunkJob = Jobs['process-chunk']

const chunkSize = 100

/** The jobs that work off the records of places fromN to toN (excluded). */
export function chunksOf(runId: string, fromN: number, toN: number): ChunkJob[] {
  const chunks: ChunkJob[] = []
  for (let n = fromN; n < toN; n += chunkSize) chunks.push({ runId, fromN: n, toN: Math.min(n + chunkSize, toN) })
  return chunks
}

/** The same places in fewer chunks: neighbours of a run become one. */
export function joinChunks(chunks: readonly ChunkJob[]): ChunkJob[] {
  const joined: ChunkJob[] = []
  const inOrder = chunks.toSorted((one, other) => one.runId.localeCompare(other.runId) || one.fromN - other.fromN)
  for (const chunk of inOrder) {
    const last = joined.at(-1)
    if (last?.runId === chunk.runId && chunk.fromN <= last.toN) last.toN = Math.max(last.toN, chunk.toN)
    else joined.push({ ...chunk })
  }
  return joined
}
