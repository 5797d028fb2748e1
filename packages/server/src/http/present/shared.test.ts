import { describe, expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { presentShared } from './shared.ts'

const contract = z.strictObject({
  action_id: z.string(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
  error: z.strictObject({ code: z.string() }).nullable(),
  state: z.int(),
})

const entity = {
  actionId: 'act_1',
  createdAt: new Date('2026-01-02T03:04:05.678Z'),
  finishedAt: null,
  error: { code: 'not_found', detail: 'secret' },
  sealedSecret: 'secret',
}

describe('presentShared()', () => {
  test('presents what the contract names, times as text', () => {
    expect(presentShared(contract, entity)).toEqual({
      action_id: 'act_1',
      created_at: '2026-01-02T03:04:05.678Z',
      finished_at: null,
    })
  })

  test('leaves out what is nested, what the contract does not name and what the entity lacks', () => {
    expect(JSON.stringify(presentShared(contract, entity))).not.toMatch(/secret|error|state/)
  })

  test('has a type without what has to be presented by name', () => {
    const shared = presentShared(contract, { ...entity, state: 'active' })
    expectTypeOf(shared).toEqualTypeOf<{ action_id: string; created_at: string; finished_at: string | null }>()
  })
})
