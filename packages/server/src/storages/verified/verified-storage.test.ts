import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createMemoryStorage } from '#core/fakes/memory-storage.ts'
import { createVerifiedStorage } from './verified-storage.ts'

const small = new Uint8Array(1000).fill(1)
const large = new Uint8Array(5_000_000).fill(2)
const keyOf = (bytes: Uint8Array) => `images/${hash('sha256', bytes)}.png`
const damaged = { code: 'file_damaged' }

async function open() {
  const plain = createMemoryStorage()
  for (const bytes of [small, large]) await plain.put(keyOf(bytes), bytes, 'image/png')
  return { plain, storage: createVerifiedStorage(plain) }
}

test.each([
  ['small', small],
  ['large', large],
])('createVerifiedStorage() gives whole files and refuses damaged ones (%s)', async (_, bytes) => {
  const { plain, storage } = await open()
  const key = keyOf(bytes)
  expect(Buffer.from((await storage.get(key)) ?? []).equals(bytes)).toBe(true)
  const file = await storage.open(key)
  expect(file?.sizeBytes).toBe(bytes.length)
  expect(Buffer.concat(await Array.fromAsync(file?.bytes ?? [])).equals(bytes)).toBe(true)
  for (const at of [0, bytes.length - 1]) {
    await plain.put(key, bytes.with(at, 9), 'image/png')
    await expect(storage.get(key)).rejects.toMatchObject(damaged)
    await expect(storage.open(key)).rejects.toMatchObject(damaged)
  }
  for (const wrong of [bytes.slice(1), new Uint8Array(), new Uint8Array(bytes.length)]) {
    await plain.put(key, wrong, 'image/png')
    await expect(storage.open(key)).rejects.toMatchObject(damaged)
  }
  await plain.delete(key)
  expect([await storage.get(key), await storage.open(key)]).toEqual([null, null])
})

test('open() never ends a large file that changes while it is read', async () => {
  const { plain, storage } = await open()
  const file = await storage.open(keyOf(large))
  await plain.put(keyOf(large), large.with(7, 9), 'image/png')
  let seen = 0
  const read = async () => {
    for await (const piece of file?.bytes ?? []) seen += piece.length
  }
  await expect(read()).rejects.toMatchObject(damaged)
  expect(seen).toBeLessThan(large.length)
})

test('files that are not named after their bytes are given as they are', async () => {
  const { plain, storage } = await open()
  await plain.put('checks/installation', small, 'text/plain')
  expect(await storage.get('checks/installation')).toEqual(small)
})

test('addressOf() reads each version of an object once', async () => {
  const { plain } = await open()
  let version = 'one'
  let reads = 0
  const storage = createVerifiedStorage({
    ...plain,
    head: async (key) => ((await plain.head(key)) === null ? null : { sizeBytes: 1, version }),
    addressOf: async (key) => ({ url: `https://bucket.example/${key}`, goodForSeconds: 60 }),
    async open(key) {
      reads += 1
      return plain.open(key)
    },
  })
  for (let time = 0; time < 3; time++)
    expect(await storage.addressOf(keyOf(small))).toMatchObject({ goodForSeconds: 60 })
  expect(reads).toBe(1)
  await plain.put(keyOf(small), small.with(3, 9), 'image/png')
  version = 'two'
  for (let time = 0; time < 2; time++) await expect(storage.addressOf(keyOf(small))).rejects.toMatchObject(damaged)
  await plain.delete(keyOf(small))
  expect(await storage.addressOf(keyOf(small))).toBeNull()
})
