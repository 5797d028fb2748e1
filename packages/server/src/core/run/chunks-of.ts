const chunkSize = 100

/** The jobs that work off the records of places fromN to toN (excluded). */
export function chunksOf(runId: string, fromN: number, toN: number): { runId: string; fromN: number; toN: number }[] {
  const chunks: { runId: string; fromN: number; toN: number }[] = []
  for (let n = fromN; n < toN; n += chunkSize) chunks.push({ runId, fromN: n, toN: Math.min(n + chunkSize, toN) })
  return chunks
}
