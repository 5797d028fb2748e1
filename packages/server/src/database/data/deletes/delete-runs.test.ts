import fc from 'fast-check'
import { expect, test } from 'vitest'
import { piecesOf } from './delete-runs.ts'

test('piecesOf() names every record of every run once, and never many at a time', () => {
  const totals = fc.array(fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 35_000 })), {
    maxLength: 1200,
  })
  fc.assert(
    fc.property(totals, (all) => {
      const runs = all.map((total, index) => ({ id: `run_${index}`, total }))
      const totalOf = new Map(runs.map(({ id, total }) => [id, total]))
      const named = new Map(runs.map(({ id }) => [id, 0]))
      for (const { ids, fromN, toN } of piecesOf(runs)) {
        let records = 0
        for (const id of ids) {
          expect(named.get(id)).toBe(fromN)
          const upTo = Math.min(toN, totalOf.get(id) ?? 0)
          records += upTo - fromN
          named.set(id, upTo)
        }
        expect(records).toBeLessThanOrEqual(10_000)
        expect(ids.length).toBeLessThanOrEqual(500)
      }
      expect(named).toEqual(totalOf)
    }),
    { numRuns: 50 },
  )
})
