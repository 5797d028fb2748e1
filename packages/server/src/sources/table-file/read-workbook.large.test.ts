import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readTable } from './read-table.ts'
import { workbook } from './workbook.test-kit.ts'

describe('readTable() of a workbook', () => {
  test('refuses a sheet that is nearly all gaps before it takes the memory of them', async () => {
    const row = (line: number) => `<row r="${line}"><c r="A${line}"><v>1</v></c></row>`
    const names = Array.from({ length: 200 }, (_, index) => `<c t="str"><v>column ${index}</v></c>`)
    const header = `<row r="1">${names.join('')}</row>`
    const rows = Array.from({ length: 100_000 }, (_, index) => row(index + 2))
    await expect(readTable(workbook({ Data: header + rows.join('') }))).rejects.toThrow(
      /has 100001 rows and 200 columns, which is too large\. Split it/,
    )
  })

  test('finds every cell where it was, however far apart, with or without its reference', async () => {
    const place = fc.record({
      line: fc.integer({ min: 2, max: 1_048_576 }),
      column: fc.nat(199),
      text: fc.stringMatching(/^[a-z]{1,5}$/),
    })
    const letter = (column: number) =>
      (column < 26 ? '' : String.fromCharCode(64 + Math.floor(column / 26))) + String.fromCharCode(65 + (column % 26))
    await fc.assert(
      fc.asyncProperty(fc.array(place, { minLength: 1, maxLength: 300 }), fc.boolean(), async (given, isDense) => {
        const cells = new Map(given.map(({ line, column, text }) => [`${line} ${column}`, { line, column, text }]))
        const used = [...new Set(given.map(({ column }) => column))].sort((one, other) => one - other)
        const header = used.map((column) => ({ line: 1, column, text: `c${column}` }))
        const lines = Map.groupBy([...header, ...cells.values()], ({ line }) => line)
        const rows = [...lines].sort(([one], [other]) => one - other)
        const xml = rows.map(([line, row]) => {
          const last = new Map(row.map((cell) => [cell.column, cell.text]))
          const all = isDense
            ? Array.from({ length: 200 }, (_, column) => column)
            : [...last.keys()].sort((one, other) => one - other)
          const written = all.map((column) => {
            const reference = isDense ? '' : ` r="${letter(column)}${line}"`
            const text = last.get(column)
            return text === undefined ? `<c${reference}/>` : `<c${reference} t="str"><v>${text}</v></c>`
          })
          return `<row r="${line}" spans="1:200">${written.join('')}</row>`
        })
        const { columns, rows: read } = await readTable(workbook({ Data: xml.join('<!-- <c r="A1"><v>9</v></c> -->') }))
        expect(columns.map(({ name }) => name)).toEqual(header.map(({ text }) => text))
        const expected = rows.slice(1).map(([line, row]) => ({
          line,
          cells: used.map((column) => row.findLast((cell) => cell.column === column)?.text ?? ''),
        }))
        expect(read).toEqual(expected)
      }),
      { numRuns: 40 },
    )
  })
})
