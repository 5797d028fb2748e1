import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AppError } from '#core/errors.ts'
import type { Patch } from '#core/ports/source.ts'
import { RefusedBatch, writeInBatches } from './write-in-batches.ts'

interface Case {
  batchMax: number
  /** Records of the patches, in order; the same number is the same record. */
  records: number[]
  bad: Set<number>
  /** Whether the source says who is at fault. */
  names: boolean
}

const reason = new AppError('source_invalid', 'wrong value')

async function run({ batchMax, records, bad, names }: Case) {
  const patches = records.map((n, index): Patch => ({ recordId: `rec${n}`, fields: { index } }))
  const badPatches = new Set([...bad].flatMap((n) => patches[n % Math.max(1, patches.length)] ?? []))
  const written: Patch[] = []
  let calls = 0
  const results = await writeInBatches(patches, {
    batchMax,
    async write(batch) {
      calls++
      expect(batch.length).toBeLessThanOrEqual(batchMax)
      expect(new Set(batch.map(({ recordId }) => recordId)).size).toBe(batch.length)
      if (!batch.some((patch) => badPatches.has(patch))) written.push(...batch)
      else throw new RefusedBatch(reason, names ? (patch) => badPatches.has(patch) : undefined)
    },
  })
  return { patches, badPatches, written, calls, results }
}

const cases = fc.record({
  batchMax: fc.integer({ min: 1, max: 20 }),
  records: fc.array(fc.nat(60), { maxLength: 80 }),
  bad: fc.uniqueArray(fc.nat(80), { maxLength: 8 }).map((list) => new Set(list)),
  names: fc.boolean(),
})

test('writeInBatches() writes every good patch once, in the order of its record, and tells of each bad one alone', async () => {
  await fc.assert(
    fc.asyncProperty(cases, async (given) => {
      const { patches, badPatches, written, results } = await run(given)
      expect(written).toEqual(patches.filter((patch) => !badPatches.has(patch)))
      const refused = { ok: false, code: 'source_invalid', message: 'wrong value', retryable: false }
      expect(results).toEqual(patches.map((patch) => (badPatches.has(patch) ? refused : { ok: true })))
    }),
  )
})

test('writeInBatches() takes few calls to find what is wrong, and fewer when it is named', async () => {
  await fc.assert(
    fc.asyncProperty(cases, async (given) => {
      const distinct = { ...given, records: given.records.map((_, index) => index) }
      const { badPatches, patches, calls } = await run(distinct)
      const batches = Math.ceil(patches.length / given.batchMax)
      const search = given.names ? 1 : 2 * Math.ceil(Math.log2(given.batchMax))
      expect(calls).toBeLessThanOrEqual(batches + badPatches.size * search)
    }),
  )
})

test('writeInBatches() stops at an error that is the fault of no patch', async () => {
  const write = async () => {
    throw new AppError('source_auth', 'revoked')
  }
  const patches = [{ recordId: 'rec1', fields: {} }]
  await expect(writeInBatches(patches, { batchMax: 10, write })).rejects.toMatchObject({ code: 'source_auth' })
  await expect(writeInBatches([], { batchMax: 10, write })).resolves.toEqual([])
})
