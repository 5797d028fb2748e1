import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inTurns } from '#core/turns.ts'
import { splitEntries } from './split-entries.ts'

async function split(text: string, max = Number.POSITIVE_INFINITY) {
  const found = await inTurns(splitEntries(Buffer.from(text), { key: 'items', max }))
  if (found === 'too many') return found
  return found && { envelope: String(found.envelope), entries: found.entries.map(String) }
}

describe('splitEntries()', () => {
  test('takes the entries of the list out of the body', async () => {
    expect(await split('{"a":[1,2],"items":[{"b":"],\\"}"},[1,2],3],"c":{"items":[4]}}')).toEqual({
      envelope: '{"a":[1,2],"items":[0,0,0],"c":{"items":[4]}}',
      entries: ['{"b":"],\\"}"}', '[1,2]', '3'],
    })
    expect(await split('{ "items" : [ ] }')).toEqual({ envelope: '{ "items" : [] }', entries: [] })
  })

  test('stops as soon as there are too many', async () => {
    expect(await split('{"items":[1,[2,2,2],3]}', 3)).toMatchObject({ entries: ['1', '[2,2,2]', '3'] })
    expect(await split('{"items":[1,2,3,', 3)).toBe('too many')
    const commas = Buffer.from(`{"items":[${','.repeat(1_000_000)}`)
    expect(splitEntries(commas, { key: 'items', max: 1000 }).next()).toEqual({ done: true, value: 'too many' })
  })

  test('leaves what is no JSON to the parser', async () => {
    expect(await split('{"items":[1,,{]')).toEqual({ envelope: '{"items":[0,0,0', entries: ['1', '', '{]'] })
    expect(await split('{"items":["a')).toMatchObject({ entries: ['"a'] })
    expect(await split('{"items":{"a":[1]}}')).toBeNull()
    expect(await split('{"a":"items","b":[1]}')).toBeNull()
    expect(await split('[{"items":[1]}]')).toBeNull()
    expect(await split('')).toBeNull()
  })

  test('finds every list that JSON can say', async () => {
    const rest = fc.dictionary(fc.string(), fc.jsonValue())
    await fc.assert(
      fc.asyncProperty(fc.array(fc.jsonValue()), rest, fc.constantFrom(0, 1), async (items, before, indent) => {
        const { items: _, ...others } = before
        const body = JSON.stringify({ ...others, items, last: [items] }, null, indent)
        const found = await split(body)
        if (found === 'too many') throw new Error('There is no maximum.')
        expect(found?.entries.map((entry) => JSON.parse(entry))).toEqual(JSON.parse(JSON.stringify(items)))
        expect(JSON.parse(found?.envelope ?? '')).toEqual(
          JSON.parse(JSON.stringify({ ...others, items: items.map(() => 0), last: [items] })),
        )
      }),
    )
  })
})
