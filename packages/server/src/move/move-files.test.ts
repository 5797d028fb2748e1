import { expect, test } from 'vitest'
import { createMemoryStorage } from '#core/fakes/memory-storage.ts'
import { moveFiles } from './move-files.ts'

const keyOf = (digit: string) => `images/${digit.repeat(64)}.png`
const put = (storage: ReturnType<typeof createMemoryStorage>, key: string) =>
  storage.put(key, new TextEncoder().encode(key), 'image/png')

async function movedTwice(prune: boolean) {
  const [from, to] = [createMemoryStorage(), createMemoryStorage()]
  const moving = { from, to, verify: false, prune, onProgress() {} }
  for (const digit of ['1', '2']) await put(from, keyOf(digit))
  await put(to, 'images/notes.txt')
  await put(to, 'checks/installation')
  await moveFiles(moving)
  await from.delete(keyOf('1'))
  await put(from, keyOf('3'))
  return { moved: await moveFiles(moving), keys: [...to.files.keys()].sort() }
}

test('moveFiles() deletes the copies of files that were deleted since, when asked to, and nothing else', async () => {
  const { moved, keys } = await movedTwice(true)
  expect(moved).toEqual({ copied: 1, known: 1, deleted: 1, damaged: [] })
  expect(keys).toEqual(['checks/installation', keyOf('2'), keyOf('3'), 'images/notes.txt'])
})

test('moveFiles() deletes nothing unless asked to', async () => {
  const { moved, keys } = await movedTwice(false)
  expect(moved).toMatchObject({ copied: 1, deleted: 0 })
  expect(keys).toContain(keyOf('1'))
})

test('moveFiles() deletes nothing when the source is empty, which it would not be by itself', async () => {
  const to = createMemoryStorage()
  await put(to, keyOf('1'))
  const moving = { from: createMemoryStorage(), to, verify: false, prune: true, onProgress() {} }
  expect(await moveFiles(moving)).toMatchObject({ deleted: 0 })
  expect([...to.files.keys()]).toEqual([keyOf('1')])
})
