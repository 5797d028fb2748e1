import type { World } from '#core/ports/world.ts'

interface Sweep<File> {
  /** @returns the next ones, without those that could not be deleted so far; null when none is left */
  next(undeletable: number): Promise<File[] | null>
  keyOf(file: File): string
  /** Their bytes are gone. */
  settle(files: readonly File[]): Promise<void>
}

/**
 * Deletes files, some at a time. One that cannot be deleted keeps no other one; when none of them can, it is the storage
 * that refuses, and the rest waits for the next round. @throws Error that tells of those that are left
 */
export async function sweepFiles<File>(
  { storage }: Pick<World, 'storage'>,
  { next, keyOf, settle }: Sweep<File>,
): Promise<void> {
  const failed: { key: string; reason: unknown }[] = []
  for (let files = await next(0); files !== null; files = await next(failed.length)) {
    const gone: File[] = []
    const one = async (file: File) => {
      const key = keyOf(file)
      await storage.delete(key).then(
        () => gone.push(file),
        (reason) => failed.push({ key, reason }),
      )
    }
    await Promise.all(files.map(one))
    await settle(gone)
    if (gone.length === 0 && files.length > 0) break
  }
  const [first] = failed
  if (first === undefined) return
  throw new Error(`Files that could not be deleted: ${failed.length}, the first ${first.key}`, { cause: first.reason })
}
