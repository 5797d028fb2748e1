import { describe, expect, test } from 'vitest'
import { createMemoryStorage } from '#core/fakes/memory-storage.ts'
import { adoptStorage, copyMark, proveStorage } from './storage-mark.ts'

/** An installation that knows only what it was told. */
function installation(known: Record<string, unknown> = {}) {
  const values = new Map(Object.entries(known))
  const settings = {
    get: async (name: string) => values.get(name),
    async set(name: string, value: unknown) {
      values.set(name, value)
    },
  }
  const storage = createMemoryStorage()
  return { settings, storage, values }
}

describe('proveStorage()', () => {
  test('knows the storage that was adopted, and refuses another one, empty or of others', async () => {
    const ours = installation()
    expect(await proveStorage(ours, 'disk')).toBe(false)
    await adoptStorage(ours)
    expect(await proveStorage(ours, 'disk')).toBe(true)
    const theirs = installation()
    await adoptStorage(theirs)
    for (const { storage } of [installation(), theirs])
      await expect(proveStorage({ ...ours, storage }, 's3://other')).rejects.toThrow(
        /s3:\/\/other is not the storage of this installation.*PICTABLE_STORAGE.*storage move.*storage adopt/,
      )
  })

  test('takes a storage whose database is new, such as after an import', async () => {
    const ours = installation()
    await adoptStorage(ours)
    const next = { ...installation(), storage: ours.storage }
    await adoptStorage(next)
    expect(next.values.get('storage_id')).toBe(ours.values.get('storage_id'))
  })
})

describe('copyMark()', () => {
  test('makes the target as good as the source, also back again', async () => {
    const ours = installation()
    await adoptStorage(ours)
    const { storage } = installation()
    await copyMark(ours.storage, storage)
    expect(await proveStorage({ ...ours, storage }, 's3://other')).toBe(true)
    await copyMark(storage, ours.storage)
    expect(await proveStorage(ours, 'disk')).toBe(true)
  })

  test('leaves a storage alone that has no mark yet, and refuses that of another installation', async () => {
    const [ours, theirs] = [installation(), installation()]
    await adoptStorage(theirs)
    await copyMark(ours.storage, theirs.storage)
    expect(await proveStorage(theirs, 'disk')).toBe(true)
    await adoptStorage(ours)
    await expect(copyMark(ours.storage, theirs.storage)).rejects.toThrow(/images of another installation/)
  })
})
