import { expect, test } from 'vitest'
import { cutIntoChunks } from './chunks.ts'

/** Files of a small database: 600 of 8 to 40 kB. */
const sizeOf = (n: number) => 8192 * (1 + ((n * 7) % 5))

async function chunksOf(grownFile: number | null): Promise<string[]> {
  async function* pieces() {
    for (let n = 0; n < 600; n++) {
      const bytes = new Uint8Array(sizeOf(n) + (n === grownFile ? 8192 : 0)).fill(n % 251)
      yield { bytes, startOf: `base/5/${16_000 + n}` }
    }
  }
  const hashes: string[] = []
  for await (const chunk of cutIntoChunks(pieces()))
    hashes.push(Buffer.from(await crypto.subtle.digest('SHA-256', chunk)).toString('hex'))
  return hashes
}

test.each([0, 1, 300, 599])('cutIntoChunks() changes few chunks when the small file %i grows', async (grownFile) => {
  const before = new Set(await chunksOf(null))
  const added = (await chunksOf(grownFile)).filter((hash) => !before.has(hash))
  expect(before.size).toBeGreaterThan(20)
  expect(added.length).toBeGreaterThan(0)
  expect(added.length).toBeLessThan(3)
})
