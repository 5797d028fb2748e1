import { describe, expect, test } from 'vitest'
import type { FileRow } from '#core/ports/table-file.ts'
import { createReadTableFile } from '#sources/table-file.ts'
import { rowsXml, workbook } from './workbook.test-kit.ts'

const csv = (text: string) => new TextEncoder().encode(text)

async function all(pieces: AsyncIterable<readonly FileRow[]>): Promise<FileRow[]> {
  const rows: FileRow[] = []
  for await (const piece of pieces) rows.push(...piece)
  return rows
}

describe('createReadTableFile()', () => {
  const read = createReadTableFile()

  test('gives columns and, as often as wanted, the rows in pieces', async () => {
    const lines = Array.from({ length: 1234 }, (_, index) => `Item ${index},${index}`)
    const file = await read(csv(`Name,Price\n${lines.join('\n')}\n`))
    expect(file).toMatchObject({ rowCount: 1234, sheets: null, errorCells: 0 })
    expect(file.columns).toEqual([
      { name: 'Name', kind: 'text' },
      { name: 'Price', kind: 'number' },
    ])
    for (const _ of [1, 2]) {
      const rows = await all(file.pieces())
      expect(rows).toHaveLength(1234)
      expect(rows.at(-1)).toEqual({ line: 1235, cells: ['Item 1233', '1233'] })
    }
    await file.close()
    await file.close()
  })

  test('reads the sheet that is asked for', async () => {
    const file = await read(workbook({ A: '', B: rowsXml([['Name'], ['Tea']]) }), { sheet: 'B' })
    expect(file.sheets).toEqual({ read: 'B', all: ['A', 'B'] })
    expect(await all(file.pieces())).toEqual([{ line: 2, cells: ['Tea'] }])
    await file.close()
  })

  test('passes on why a file is refused', async () => {
    await expect(read(csv('A,A\n'))).rejects.toMatchObject({ code: 'invalid_request' })
    await expect(read(csv(''))).rejects.toThrow('The file is empty')
  })

  test('gives up on a file that takes too long', async () => {
    const hurried = createReadTableFile({ deadlineMs: 1 })
    await expect(hurried(csv('A\n1\n'))).rejects.toThrow('takes too long to read')
  })

  test('loses one file, not the service, to a workbook that fills the memory', async () => {
    const far = Array.from({ length: 40 }, (_, row) => `<row r="${row + 1}"><c r="ZZZZZ${row + 1}"><v>1</v></c></row>`)
    const bomb = createReadTableFile({ memoryMb: 64 })(workbook({ Data: far.join('') }))
    await expect(bomb).rejects.toMatchObject({ code: 'invalid_request' })
    const file = await read(csv('A\n1\n'))
    expect(file.rowCount).toBe(1)
    await file.close()
  })

  test('reads many at once, each in its turn', async () => {
    const files = Array.from({ length: 6 }, async (_, index) => {
      const file = await read(csv(`A\n${index}\n`))
      const rows = await all(file.pieces())
      await file.close()
      return rows[0]?.cells[0]
    })
    expect(await Promise.all(files)).toEqual(['0', '1', '2', '3', '4', '5'])
  })
})
