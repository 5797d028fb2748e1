import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AppError } from '#core/errors.ts'
import { readTable } from './read-table.ts'
import { rowsXml, workbook } from './workbook.test-kit.ts'

describe('readTable() of a workbook', () => {
  const good = workbook({ Data: rowsXml([['Name'], ['Tea']]) })

  test('gives back any texts and numbers', async () => {
    const text = fc
      .string({ minLength: 1, unit: fc.constantFrom('a', 'ä', '<', '&', ' ', '"', 'x', '\u{1f375}') })
      .filter((value) => value.trim() !== '')
    const rows = fc.array(fc.tuple(text, fc.integer()), { minLength: 1, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(rows, async (written) => {
        const { rows: read } = await readTable(workbook({ Data: rowsXml([['Name', 'Number'], ...written]) }))
        expect(read.map(({ cells }) => cells)).toEqual(written.map(([name, number]) => [name, String(number)]))
      }),
      { numRuns: 50 },
    )
  })

  test('reads or refuses in words, whichever bytes are changed', async () => {
    const change = fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(change, async (changes) => {
        const bytes = good.slice()
        for (const [at, byte] of changes) bytes[at] = byte
        const outcome: unknown = await readTable(bytes).catch((error: unknown) => error)
        if (outcome instanceof Error) expect(outcome).toBeInstanceOf(AppError)
      }),
      { numRuns: 300 },
    )
  })

  test('reads or refuses in words, whatever the sheet says', async () => {
    const part = fc.constantFrom(
      '<row>',
      '<row r="2">',
      '</row>',
      '<c r="A1">',
      '<c r="B2" t="s">',
      '<c>',
      '</c>',
      '<v>',
      '1',
      '</v>',
      '<is>',
      '<t>',
      'x',
      '</t>',
      '</is>',
      '&x;',
      '<![CDATA[',
      ']]>',
      '<!--',
      '"',
      '<c r="ZZZ9" t="b">',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 12 }), async (parts) => {
        const outcome: unknown = await readTable(workbook({ Data: parts.join('') })).catch((error: unknown) => error)
        if (outcome instanceof Error) expect(outcome).toBeInstanceOf(AppError)
      }),
      { numRuns: 300 },
    )
  })
})
