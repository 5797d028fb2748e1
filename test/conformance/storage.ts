import type { Storage } from '@pictable/server/core/ports/storage.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

const hash = 'c0ffee'.padEnd(64, '0')

/** `describeStorage()` proves that a storage keeps what the port promises. `open` gives an empty one. */
export function describeStorage(name: string, open: () => Promise<Storage>): void {
  describe(`storage ${name}`, () => {
    test('get() gives the bytes that put() took', async () => {
      const storage = await open()
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ maxLength: 5000 }), fc.nat(), async (bytes, n) => {
          const key = `images/${n.toString(16).padStart(8, '0')}${bytes.length}.png`
          await storage.delete(key)
          await storage.put(key, bytes, 'image/png')
          const stored = await storage.get(key)
          expect(stored).not.toBeNull()
          expect(Buffer.from(stored ?? []).equals(bytes)).toBe(true)
        }),
        { numRuns: 30 },
      )
    })

    test('get(), open() and head() know nothing of a key that was never put', async () => {
      const storage = await open()
      expect(await storage.get(`images/${hash}.png`)).toBeNull()
      expect(await storage.open(`images/${hash}.png`)).toBeNull()
      expect(await storage.head(`images/${hash}.png`)).toBeNull()
    })

    test('head() knows a file after put() and no longer after delete()', async () => {
      const storage = await open()
      await storage.put(`assets/${hash}`, Uint8Array.of(1, 2, 3), 'image/png')
      expect(await storage.head(`assets/${hash}`)).toMatchObject({ sizeBytes: 3 })
      expect(await storage.head(`images/${hash}`)).toBeNull()
      await storage.delete(`assets/${hash}`)
      expect(await storage.head(`assets/${hash}`)).toBeNull()
      expect(await storage.get(`assets/${hash}`)).toBeNull()
    })

    test('delete() of an unknown key does nothing', async () => {
      const storage = await open()
      await expect(storage.delete(`images/${hash}.png`)).resolves.toBeUndefined()
    })

    test('put() of the same key at the same time leaves one whole file', async () => {
      const storage = await open()
      const bytes = new Uint8Array(300_000).fill(7)
      await Promise.all(Array.from({ length: 8 }, () => storage.put(`images/${hash}.jpg`, bytes, 'image/jpeg')))
      expect(Buffer.from((await storage.get(`images/${hash}.jpg`)) ?? []).equals(bytes)).toBe(true)
    })

    test('put() of a known key replaces bytes that are not the same, of any size', async () => {
      const storage = await open()
      const key = `images/${hash}.gif`
      for (const bytes of [Uint8Array.of(1, 2, 3), Uint8Array.of(1, 2, 4), Uint8Array.of(1), new Uint8Array(5000)]) {
        await storage.put(key, bytes, 'image/gif')
        expect(Buffer.from((await storage.get(key)) ?? []).equals(bytes)).toBe(true)
      }
    })

    test('put() keeps many files apart', async () => {
      const storage = await open()
      const keys = Array.from({ length: 40 }, (_, n) => `images/${n.toString(16).padStart(2, '0')}.webp`)
      await Promise.all(keys.map((key, n) => storage.put(key, Uint8Array.of(n), 'image/webp')))
      const stored = await Promise.all(keys.map((key) => storage.get(key)))
      expect(stored.map((bytes) => bytes?.[0])).toEqual(keys.map((_, n) => n))
    })

    test('put() takes an empty file', async () => {
      const storage = await open()
      await storage.put(`images/${hash}.png`, new Uint8Array(), 'image/png')
      expect((await storage.get(`images/${hash}.png`))?.byteLength).toBe(0)
    })

    test('open() gives the size and the bytes in pieces', async () => {
      const storage = await open()
      const bytes = new Uint8Array(700_000).map((_, n) => n)
      await storage.put(`images/${hash}.pdf`, bytes, 'application/pdf')
      const file = await storage.open(`images/${hash}.pdf`)
      expect(file?.sizeBytes).toBe(bytes.length)
      const pieces = file === null ? [] : await Array.fromAsync(file.bytes)
      expect(Buffer.concat(pieces).equals(bytes)).toBe(true)
    })

    test('open() can be read in part, many times', async () => {
      const storage = await open()
      await storage.put(`images/${hash}.jpg`, new Uint8Array(400_000), 'image/jpeg')
      for (let time = 0; time < 60; time++) {
        const file = await storage.open(`images/${hash}.jpg`)
        for await (const piece of file?.bytes ?? []) {
          expect(piece.length).toBeGreaterThan(0)
          break
        }
      }
    })

    test('list() names what lies in a folder, with sizes', async () => {
      const storage = await open()
      const names = Array.from({ length: 30 }, (_, n) => n.toString(16).padStart(3, 'a'))
      for (const [n, name] of names.entries()) await storage.put(`lists/${name}.png`, new Uint8Array(n), 'image/png')
      await storage.put('others/aa.png', new Uint8Array(1), 'image/png')
      const found = await Array.fromAsync(storage.list('lists'))
      const wanted = names.map((name, sizeBytes) => ({ key: `lists/${name}.png`, sizeBytes }))
      expect(found.toSorted((one, other) => one.sizeBytes - other.sizeBytes)).toEqual(wanted)
      expect(await Array.fromAsync(storage.list('nothing'))).toEqual([])
    })

    test('what get() gave does not change the stored bytes when it is written to', async () => {
      const storage = await open()
      const bytes = Uint8Array.of(1, 2, 3)
      await storage.put(`images/${hash}.png`, bytes, 'image/png')
      bytes[0] = 9
      const first = await storage.get(`images/${hash}.png`)
      first?.fill(8)
      expect(Array.from((await storage.get(`images/${hash}.png`)) ?? [])).toEqual([1, 2, 3])
    })

    test('check() passes on a working storage', async () => {
      const storage = await open()
      await expect(storage.check()).resolves.toBeUndefined()
    })
  })
}
