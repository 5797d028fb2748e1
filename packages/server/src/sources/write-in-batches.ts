import type { AppError } from '#core/errors.ts'
import type { Patch, PatchResult } from '#core/ports/source.ts'

/** A request that was refused because of one of its patches: its source wrote none of them. */
export class RefusedBatch extends Error {
  readonly reason: AppError

  constructor(reason: AppError) {
    super(reason.message, { cause: reason })
    this.name = 'RefusedBatch'
    this.reason = reason
  }
}

export interface BatchOptions {
  batchMax: number
  /** Writes all or none. @throws RefusedBatch when a patch is at fault, anything else when the whole call failed */
  write: (batch: readonly Patch[]) => Promise<void>
}

function halves<Item>(items: readonly Item[]): [readonly Item[], readonly Item[]] {
  const middle = Math.ceil(items.length / 2)
  return [items.slice(0, middle), items.slice(middle)]
}

/**
 * Writes patches in batches of the source's size. A refused batch is halved until the patch at fault stands alone; all
 * others are written. One result per patch, in order.
 */
export async function writeInBatches(
  patches: readonly Patch[],
  { batchMax, write }: BatchOptions,
): Promise<PatchResult[]> {
  async function writeBatch(batch: readonly Patch[]): Promise<PatchResult[]> {
    try {
      await write(batch)
      return batch.map(() => ({ ok: true }))
    } catch (error) {
      if (!(error instanceof RefusedBatch)) throw error
      if (batch.length === 1)
        return [{ ok: false, code: error.reason.code, message: error.reason.message, retryable: false }]
      const [first, second] = halves(batch)
      return [...(await writeBatch(first)), ...(await writeBatch(second))]
    }
  }
  const results: PatchResult[] = []
  for (let from = 0; from < patches.length; from += batchMax)
    results.push(...(await writeBatch(patches.slice(from, from + batchMax))))
  return results
}
