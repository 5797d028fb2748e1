import { contract } from '@pictable/client'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { wireAnswer } from './wire-answer.ts'

const rows = z.strictObject({ results: z.array(z.strictObject({ id: z.string() })), next: z.string().nullable() })
const entry = { ...contract.tables.addRows, answers: { 200: rows } }
const digest = { sha256: () => 'hash' }

test.each([0, 49, 50, 119])('a long list is checked to its end: a wrong entry at %i is named', async (at) => {
  const results: object[] = Array.from({ length: 120 }, (_, n) => ({ id: `row_${n}` }))
  const answer = (list: object[]) => ({ status: 200, body: { results: list, next: null } })
  const { payload } = await wireAnswer(entry, answer(results), digest)
  expect(JSON.parse(String(payload)).results).toEqual(results)
  const wrong = wireAnswer(entry, answer(results.with(at, { id: at })), digest)
  await expect(wrong).rejects.toThrow(new RegExp(`"results",\\s*${at},\\s*"id"`))
})

test('what is beside a long list is checked as well', async () => {
  const body = { results: Array.from({ length: 120 }, () => ({ id: 'row' })), next: 1 }
  await expect(wireAnswer(entry, { status: 200, body }, digest)).rejects.toThrow('"next"')
})
