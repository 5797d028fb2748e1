import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
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

  test('keeps its places when processes cannot be started', async () => {
    // Node refuses to start a process with such an environment.
    const broken = createReadTableFile({ compiledFolder: 'a\0b' })
    for (const _ of [1, 2, 3]) await expect(broken(csv('A\n1\n'))).rejects.toMatchObject({ code: 'unavailable' })
    const file = await read(csv('A\n1\n'))
    expect(await all(file.pieces())).toHaveLength(1)
    await file.close()
  })

  test('notices a process that ended between two pieces', async () => {
    let readerId = 0
    const watched = createReadTableFile({
      boundMemory: async (pid) => {
        readerId = pid
      },
    })
    const file = await watched(csv('A\n1\n'))
    process.kill(readerId, 'SIGKILL')
    const isThere = () => {
      try {
        return process.kill(readerId, 0)
      } catch {
        return false
      }
    }
    while (isThere()) await new Promise((resolve) => setImmediate(resolve))
    await expect(all(file.pieces())).rejects.toThrow('needs more memory')
    await file.close()
  })

  test('loses one file, not the service, to a workbook that fills the memory', async () => {
    const full = Array.from(
      { length: 400_000 },
      (_, row) => `<row r="${row + 1}"><c r="A${row + 1}"><v>${row}</v></c></row>`,
    )
    const bomb = workbook({ Data: full.join('') })
    const refused = { code: 'invalid_request', message: expect.stringContaining('needs more memory') }
    await expect(createReadTableFile({ memoryMb: 64 })(bomb)).rejects.toMatchObject(refused)
    const asked: number[] = []
    const bound = createReadTableFile({
      async boundMemory(pid, bytes) {
        asked.push(bytes)
        await promisify(execFile)('prlimit', ['--pid', String(pid), `--as=${100_000_000}`])
      },
    })
    await expect(bound(bomb)).rejects.toMatchObject(refused)
    expect(asked).toEqual([2048 * 1024 * 1024])
    const file = await read(csv('A\n1\n'))
    expect(file.rowCount).toBe(1)
    await file.close()
  })

  test('reads a cell in the last corner of a sheet in little memory', async () => {
    const corner = '<row r="1"><c r="XFD1"><v>7</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
    const file = await createReadTableFile({ memoryMb: 64 })(workbook({ Data: corner }))
    expect(await all(file.pieces())).toEqual([{ line: 1_048_576, cells: ['1'] }])
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
