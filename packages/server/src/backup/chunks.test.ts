import { expect, test } from 'vitest'
import { cutIntoChunks } from './chunks.ts'

test('cutIntoChunks() keeps every byte in order', async () => {
  async function* pieces() {
    for (let n = 0; n < 300; n++) yield { bytes: new Uint8Array([n % 256, n % 7]), startOf: `file ${n}` }
  }
  const bytes: number[] = []
  for await (const chunk of cutIntoChunks(pieces())) bytes.push(...chunk)
  expect(bytes).toEqual(Array.from({ length: 300 }, (_, n) => [n % 256, n % 7]).flat())
})
