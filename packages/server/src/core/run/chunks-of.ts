import type { Data } from '#core/ports/data.ts'
import type { Jobs } from '#core/ports/queue.ts'

type ChunkJob = Jobs['process-chunk']

const chunkSize = 100

/** The jobs that work off the records of places fromN to toN (excluded). */
export function chunksOf(runId: string, fromN: number, toN: number): ChunkJob[] {
  const chunks: ChunkJob[] = []
  for (let n = fromN; n < toN; n += chunkSize) chunks.push({ runId, fromN: n, toN: Math.min(n + chunkSize, toN) })
  return chunks
}

/** Sends the jobs of these records. Each gives way to the earlier ones of other runs: a short run never waits for all of a long one. */
export async function sendChunks(
  data: Pick<Data, 'queue'>,
  runId: string,
  { fromN, toN }: { fromN: number; toN: number },
): Promise<void> {
  const chunks = chunksOf(runId, fromN, toN)
  if (chunks.length > 0) await data.queue.send('process-chunk', chunks, { givesWay: Math.floor(fromN / chunkSize) })
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
