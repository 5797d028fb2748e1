import type { AppError } from '#core/errors.ts'
import type { Patch, PatchResult } from '#core/ports/source.ts'

/** A request that was refused because of some of its patches: its source wrote none of them. */
export class RefusedBatch extends Error {
  readonly reason: AppError
  /** Which of the patches, when the source says so: spares the search for them. */
  readonly isAtFault: ((patch: Patch) => boolean) | undefined

  constructor(reason: AppError, isAtFault?: (patch: Patch) => boolean) {
    super(reason.message, { cause: reason })
    this.name = 'RefusedBatch'
    this.reason = reason
    this.isAtFault = isAtFault
  }
}

export interface BatchOptions {
  batchMax: number
  /** Writes all or none. @throws RefusedBatch when a patch is at fault, anything else when the whole call failed */
  write: (batch: readonly Patch[]) => Promise<void>
}

type Item = readonly [index: number, patch: Patch]

/** In order, and no record twice in one batch: sources refuse that, or keep either. */
function batchesOf(patches: readonly Patch[], batchMax: number): Item[][] {
  const batches: Item[][] = []
  let records = new Set<string>()
  for (const [index, patch] of patches.entries()) {
    const last = batches.at(-1)
    if (last === undefined || last.length >= batchMax || records.has(patch.recordId)) {
      batches.push([[index, patch]])
      records = new Set([patch.recordId])
      continue
    }
    last.push([index, patch])
    records.add(patch.recordId)
  }
  return batches
}

/** The patches at fault, or, when nobody knows them yet, two halves to look in. */
function parted(batch: readonly Item[], { isAtFault }: RefusedBatch): { bad: readonly Item[]; parts: Item[][] } {
  if (batch.length === 1) return { bad: batch, parts: [] }
  const bad = batch.filter(([, patch]) => isAtFault?.(patch))
  if (bad.length > 0) return { bad, parts: [batch.filter((item) => !bad.includes(item))] }
  const middle = Math.ceil(batch.length / 2)
  return { bad, parts: [batch.slice(0, middle), batch.slice(middle)] }
}

/**
 * Writes patches in batches of the source's size. A refused batch is parted until the patches at fault stand alone; all
 * others are written. One result per patch, in order.
 */
export async function writeInBatches(
  patches: readonly Patch[],
  { batchMax, write }: BatchOptions,
): Promise<PatchResult[]> {
  const results: PatchResult[] = patches.map(() => ({ ok: true }))

  async function writeBatch(batch: readonly Item[]): Promise<void> {
    if (batch.length === 0) return
    try {
      await write(batch.map(([, patch]) => patch))
    } catch (error) {
      if (!(error instanceof RefusedBatch)) throw error
      const { code, message } = error.reason
      const { bad, parts } = parted(batch, error)
      for (const [index] of bad) results[index] = { ok: false, code, message, retryable: false }
      for (const part of parts) await writeBatch(part)
    }
  }
  for (const batch of batchesOf(patches, batchMax)) await writeBatch(batch)
  return results
}
