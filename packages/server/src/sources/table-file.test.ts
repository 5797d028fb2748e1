import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AppError } from '#core/errors.ts'
import { anyText } from '#core/fakes/any-text.ts'
import { guarded } from '#core/table/formula-guard.ts'
import { readTable } from './table-file/read-table.ts'

const readBytes = async (bytes: Uint8Array) => {
  const { columns, rows } = await readTable(bytes)
  return { columns: columns.map(({ name }) => name), rows: rows.map(({ cells }) => cells) }
}
const read = (text: string) => readBytes(new TextEncoder().encode(text))

function utf16(text: string, bigEndian: boolean): Uint8Array {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  return bigEndian ? bytes.swap16() : bytes
}

describe('readTable()', () => {
  const expected = {
    columns: ['Name', 'Price'],
    rows: [
      ['Tea, green', '4'],
      ['كوب', '9'],
    ],
  }

  test.each([
    ['commas', 'Name,Price\n"Tea, green",4\nكوب,9\n'],
    ['semicolons', 'Name;Price\nTea, green;4\nكوب;9\n'],
    ['tabs', 'Name\tPrice\nTea, green\t4\nكوب\t9\n'],
    ['bars', 'Name|Price\nTea, green|4\nكوب|9\n'],
    ['CRLF', 'Name,Price\r\n"Tea, green",4\r\nكوب,9\r\n'],
    ['CR alone', 'Name,Price\r"Tea, green",4\rكوب,9\r'],
    ['a UTF-8 mark', '\ufeffName,Price\n"Tea, green",4\nكوب,9\n'],
    ['a quoted first name behind the mark', '\ufeff"Name",Price\n"Tea, green",4\nكوب,9\n'],
    ['empty lines and rows', '\n\nName,Price\n\n"Tea, green",4\n,\nكوب,9\n\n'],
    ['blanks around names', ' Name , Price\n"Tea, green",4\nكوب,9\n'],
    ['a nameless empty column', 'Name,Price,\n"Tea, green",4,\nكوب,9,\n'],
    ['a line that tells the separator', 'sep=;\r\nName;Price\r\nTea, green;4\r\nكوب;9\r\n'],
    ['no line end at the end', 'Name,Price\n"Tea, green",4\nكوب,9'],
  ])('understands %s', async (_what, text) => {
    expect(await read(text)).toEqual(expected)
  })

  test.each([false, true])('understands UTF-16 (big endian: %s)', async (bigEndian) => {
    expect(await readBytes(utf16('Name,Price\n"Tea, green",4\nكوب,9\n', bigEndian))).toEqual(expected)
  })

  test('keeps line breaks, doubled quotes and blanks of a cell', async () => {
    expect((await read('A,B\n"one\ntwo ""three""", x \n')).rows).toEqual([['one\ntwo "three"', ' x ']])
  })

  test('reads cells of 1 MB', async () => {
    const big = 'ä'.repeat(500_000)
    expect((await read(`A,B\n"${big}",2\n`)).rows[0]?.[0]).toBe(big)
  })

  test('reads a file of one column', async () => {
    expect(await read('Name\nTea\nMug\n')).toEqual({ columns: ['Name'], rows: [['Tea'], ['Mug']] })
  })

  test('reads a header without rows', async () => {
    expect(await read('Name,Price\n')).toEqual({ columns: ['Name', 'Price'], rows: [] })
  })

  test.each([
    ['nothing', '', 'The file is empty'],
    ['only empty lines', '\n\n', 'The file is empty'],
    ['a short row', 'A,B\n1,2\n3\n', 'Line 3: the row has one cell, but the first line names 2 columns.'],
    ['a long row', 'A,B\n1,2\n3,4,5\n', 'Line 3: the row has 3 cells'],
    ['a long row of many lines', 'A,B\n1,"x\ny"\n"3\n4",4,5\n', 'Lines 4 to 5: the row has 3 cells'],
    ['an unclosed quote', 'A,B\n1,2\n3,"4\n5,6\n', 'Lines 3 to 4: a double quote is never closed'],
    ['a quote in a cell', 'A,B\n1,5" screen\n', 'Line 2: a cell has a double quote in the middle'],
    ['text behind a quote', 'A,B\n1,"x"y\n', 'Line 2: a cell has a double quote in the middle'],
    ['two columns of one name', 'A,B,A\n1,2,3\n', 'columns 1 and 3 are both called "A"'],
    ['a nameless column with values', 'A,,C\n1,2,3\n', 'column 2 has no name'],
    ['a short row behind a separator line', 'sep=;\nA;B\n1;2\n3\n', 'Line 4: the row has one cell'],
    ['a name of 201 letters', `A,${'b'.repeat(201)}\n1,2\n`, 'the name of column 2 is longer than 200 characters'],
    [
      '201 columns',
      Array.from({ length: 201 }, (_, index) => index).join(),
      'the file has 201 columns, and at most 200 are allowed',
    ],
    ['zero bytes', 'A,B\n1,\u0000\n', 'Line 2: this is not text'],
  ])('refuses %s in words', async (_what, text, message) => {
    await expect(read(text)).rejects.toThrow(AppError)
    await expect(read(text)).rejects.toThrow(message)
  })

  test.each([
    ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'This is a picture (PNG), not a table. Save the table as CSV'],
    ['\xff\xd8\xff\xe0\0\x10JFIF', 'This is a picture (JPEG)'],
    ['<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>', 'This is a picture (SVG)'],
    ['%PDF-1.7\n%\xe2\xe3', 'This is a PDF'],
    ['SQLite format 3\0\x10', 'This is an SQLite database'],
    ['\x1f\x8b\x08\0', 'Line 1: this is not text (it contains a zero byte)'],
    ['<html><table><tr><td>Name', 'This is a web page (HTML)'],
    ['\n[ { "Name": "Tea" } ]', 'This is JSON'],
    ['\x7fELF\x02\x01\0\0\xff', 'Line 1: this is not text (it contains a zero byte)'],
  ])('says what a file is that is no table: %j', async (content, message) => {
    await expect(readBytes(Buffer.from(content, 'latin1'))).rejects.toThrow(message)
  })

  test('refuses text in an old encoding, naming the line', async () => {
    const bytes = Buffer.from('Name,Price\nTea,4\nCaf\u00e9,9\n', 'latin1')
    await expect(readBytes(bytes)).rejects.toThrow('Line 3: the text is not UTF-8')
  })

  test('gives back any table that was written by the rules', async () => {
    const cell = anyText({ maxLength: 12 }).map((text) => text.replaceAll('\u0000', ''))
    const name = fc.string({ minLength: 1, maxLength: 8 }).filter((text) => text.trim() === text && text !== '')
    const table = fc.uniqueArray(name, { minLength: 1, maxLength: 5 }).chain((columns) =>
      fc.record({
        columns: fc.constant(columns),
        rows: fc.array(fc.array(cell, { minLength: columns.length, maxLength: columns.length }), { maxLength: 6 }),
        delimiter: fc.constantFrom(',', ';', '\t', '|'),
        lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
      }),
    )
    const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
    await fc.assert(
      fc.asyncProperty(table, async ({ columns, rows, delimiter, lineEnd }) => {
        const text = [columns.map(guarded), ...rows].map((row) => row.map(quote).join(delimiter)).join(lineEnd)
        const filled = rows.filter((row) => row.some((value) => value.trim() !== ''))
        expect(await read(`\ufeff${text}`)).toEqual({ columns, rows: filled })
      }),
    )
  })

  test('reads or refuses in words whatever the bytes', async () => {
    const text = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r', ' ', 'é', '\u0000'), maxLength: 30 })
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      text.map((value) => new TextEncoder().encode(value)),
    )
    await fc.assert(
      fc.asyncProperty(bytes, async (value) => {
        try {
          const { columns, rows } = await readBytes(value)
          expect(rows.every((row) => row.length === columns.length)).toBe(true)
        } catch (error) {
          expect(error).toBeInstanceOf(AppError)
        }
      }),
      { numRuns: 1000 },
    )
  })
})
