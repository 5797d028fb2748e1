import { describe, expect, test } from 'vitest'
import { AppError } from '#core/errors.ts'
import { readTable } from './read-table.ts'
import { archive, rowsXml, styles, workbook, workbookFiles } from './workbook.test-kit.ts'

const header =
  '<row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c><c r="B1" t="inlineStr"><is><t>Value</t></is></c></row>'

/** What becomes of one cell, and of its column. */
async function readCell(cell: string, shared: string[] = []) {
  const row = `<row r="2"><c r="A2" t="inlineStr"><is><t>x</t></is></c>${cell}</row>`
  const { columns, rows, errorCells } = await readTable(workbook({ Data: header + row }, shared))
  return { kind: columns[1]?.kind, text: rows[0]?.cells[1], errorCells }
}

describe('readTable() of a workbook', () => {
  test.each([
    ['a number', '<c r="B2"><v>24.5</v></c>', '24.5', 'number'],
    ['a number off by the binary', '<c r="B2"><v>0.30000000000000004</v></c>', '0.3', 'number'],
    ['money', `<c r="B2" s="${styles.money}"><v>1234.5</v></c>`, '1234.5', 'number'],
    ['a date', `<c r="B2" s="${styles.date}"><v>45688</v></c>`, '2025-01-31', 'date'],
    [
      'a date with time',
      `<c r="B2" s="${styles.dateTime}"><v>45688.524305555555</v></c>`,
      '2025-01-31T12:35:00Z',
      'date_time',
    ],
    ['a time of day', `<c r="B2" s="${styles.time}"><v>0.5</v></c>`, '12:00', 'text'],
    ['an ISO date', '<c r="B2" t="d"><v>2025-01-31</v></c>', '2025-01-31', 'date'],
    ['true', '<c r="B2" t="b"><v>1</v></c>', 'true', 'checkbox'],
    ['digits typed as text', '<c r="B2" t="inlineStr"><is><t>10115</t></is></c>', '10115', 'text'],
    ['the text of a formula', '<c r="B2" t="str"><f>A1&amp;"!"</f><v>x!</v></c>', 'x!', 'text'],
    ['the number of a formula', '<c r="B2"><f>1+1</f><v>2</v></c>', '2', 'number'],
    ['a shared text', '<c r="B2" t="s"><v>0</v></c>', 'Tea & "co"\nx', 'text'],
    ['an address', '<c r="B2" t="inlineStr"><is><t>https://a.example/x</t></is></c>', 'https://a.example/x', 'url'],
    ['nothing', `<c r="B2" s="${styles.date}"/>`, '', 'text'],
  ])('reads %s', async (_what, cell, text, kind) => {
    const shared = ['<si><r><t>Tea </t></r><r><t>&amp; "co"&#10;x</t></r></si>']
    expect(await readCell(cell, shared)).toEqual({ text, kind, errorCells: 0 })
  })

  const cell = (line: number, style: number | null, value: number) =>
    `<row r="${line}"><c r="A${line}"${style === null ? '' : ` s="${style}"`}><v>${value}</v></c></row>`
  const euros = { type: 'currency', currency: 'EUR', minimumDigits: 2, maximumDigits: 2 }
  test.each([
    ['money', cell(2, styles.money, 1234.5) + cell(3, styles.money, 2), 'number', euros],
    ['money beside an empty cell', `${cell(2, styles.money, 5)}<row r="3"><c r="A3" s="0"/></row>`, 'number', euros],
    [
      'a share',
      cell(2, styles.percent, 0.25),
      'number',
      { type: 'number', style: 'percent', minimumDigits: 2, maximumDigits: 2 },
    ],
    ['a day', cell(2, styles.day, 45_688), 'date', { type: 'date', pattern: "d/M/yyyy'!'" }],
    ['a day as each language writes it', cell(2, styles.date, 45_688), 'date', undefined],
    ['two patterns', cell(2, styles.money, 1) + cell(3, styles.percent, 2), 'number', undefined],
    ['money beside a plain number', cell(2, styles.money, 1) + cell(3, null, 2), 'number', undefined],
  ])('keeps how a column shows %s', async (_what, rows, kind, format) => {
    const named = '<row r="1"><c r="A1" s="6" t="inlineStr"><is><t>Value</t></is></c></row>'
    const { columns } = await readTable(workbook({ Data: named + rows }))
    expect(columns).toEqual([{ name: 'Value', kind, ...(format && { format }) }])
  })

  test.each(['#REF!', '#DIV/0!', '#N/A', '#NAME?'])('empties and counts %s', async (error) => {
    expect(await readCell(`<c r="B2" t="e"><f>1/0</f><v>${error}</v></c>`)).toEqual({
      text: '',
      kind: 'text',
      errorCells: 1,
    })
  })

  test('takes the first filled row as names, skips empty rows and columns, keeps the numbers of rows', async () => {
    const rows = rowsXml([
      [null],
      ['Name', null, 'Price', null],
      [null],
      ['Tea', '', 4],
      [' ', null, null],
      ['Mug', null, 9],
    ])
    const { columns, rows: read } = await readTable(workbook({ Data: rows }))
    expect(columns).toEqual([
      { name: 'Name', kind: 'text' },
      { name: 'Price', kind: 'number' },
    ])
    expect(read).toEqual([
      { line: 4, cells: ['Tea', '4'] },
      { line: 6, cells: ['Mug', '9'] },
    ])
  })

  test('makes a column of dates one of times when one of them has a time', async () => {
    const cells = [45688, 45688.5].map(
      (day, index) => `<row r="${index + 2}"><c r="A${index + 2}" s="2"><v>${day}</v></c></row>`,
    )
    const { columns, rows } = await readTable(workbook({ Data: rowsXml([['When']]) + cells.join('') }))
    expect(columns[0]?.kind).toBe('date_time')
    expect(rows.map(({ cells: [text] }) => text)).toEqual(['2025-01-31T00:00:00Z', '2025-01-31T12:00:00Z'])
  })

  test.each(['"1"', '"true"', "'true'", '"0"', '"false"'])('counts days as date1904=%s says', async (value) => {
    const cells = [40732, 40732.5, 0.5].map(
      (day, at) => `<c r="${'ABC'[at]}2" s="${styles.dateTime}"><v>${day}</v></c>`,
    )
    const rows = `${rowsXml([['Day', 'Time', 'Noon']])}<row r="2">${cells.join('')}</row>`
    const files = workbookFiles({ Data: rows }).map((file) => {
      const changed = String(file.content).replace('<sheets>', `<workbookPr codeName="x" date1904=${value}/><sheets>`)
      return file.name === 'xl/workbook.xml' ? { ...file, content: changed } : file
    })
    const { rows: read } = await readTable(archive(files))
    const day = /1|true/.test(value) ? '2015-07-09' : '2011-07-08'
    expect(read[0]?.cells).toEqual([day, `${day}T12:00:00Z`, '12:00'])
  })

  describe('of several sheets', () => {
    const bytes = workbook({
      Shop: rowsXml([['Name'], ['Tea']]),
      'Old &amp; new': rowsXml([['Title'], ['Mug']]),
      Bare: '',
    })

    test.each([
      [undefined, 'Shop', 'Tea'],
      ['Old & new', 'Old & new', 'Mug'],
      ['old & NEW', 'Old & new', 'Mug'],
      ['2', 'Old & new', 'Mug'],
    ])('reads %s', async (sheet, name, cell) => {
      const { sheets, rows } = await readTable(bytes, sheet)
      expect(sheets).toEqual({ read: name, all: ['Shop', 'Old & new', 'Bare'] })
      expect(rows[0]?.cells).toEqual([cell])
    })

    test('names them when it is asked for another', async () => {
      await expect(readTable(bytes, 'Prices')).rejects.toThrow(
        'no sheet "Prices". It has: "Shop", "Old & new", "Bare".',
      )
    })

    test('says which one is empty', async () => {
      await expect(readTable(bytes, 'Bare')).rejects.toThrow('The sheet "Bare" is empty')
    })
  })

  const good = workbook({ Data: rowsXml([['Name'], ['Tea']]) })
  const files = workbookFiles({ Data: rowsXml([['Name'], ['Tea']]) })
  const with_ = (name: string, change: object) =>
    archive(files.map((file) => (file.name === name ? { ...file, ...change } : file)))
  const sheet = 'xl/worksheets/sheet1.xml'
  const oldOffice = (name: string) =>
    new Uint8Array(
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(512), Buffer.from(name, 'utf16le')]),
    )

  test.each<[string, Uint8Array, string]>([
    ['half of it', good.subarray(0, good.length / 2), 'damaged'],
    ['two bytes of it', good.subarray(0, 2), 'damaged'],
    ['a bomb that says its size', with_(sheet, { content: 'x', saidBytes: 900_000_000 }), 'larger than 200 MB'],
    ['a bomb that lies', with_(sheet, { content: ' '.repeat(5_000_000), saidBytes: 100 }), 'damaged'],
    ['entities', with_(sheet, { content: '<!DOCTYPE a [<!ENTITY x "y">]><worksheet/>' }), 'declares XML entities'],
    ['broken XML', with_(sheet, { content: '<worksheet><sheetData><row r="1"><c r="A1"><v>1</' }), 'The'],
    [
      'a row out of place',
      with_(sheet, { content: '<worksheet><sheetData><row r="2"/><row r="1"/></sheetData></worksheet>' }),
      'damaged',
    ],
    [
      'an unknown style',
      with_(sheet, {
        content: '<worksheet><sheetData><row r="1"><c r="A1" s="99"><v>1</v></c></row></sheetData></worksheet>',
      }),
      'cannot be read',
    ],
    ['a locked archive', with_(sheet, { encrypted: true }), 'protected by a password'],
    ['a locked workbook', oldOffice('EncryptedPackage'), 'protected by a password'],
    ['.xls', oldOffice('Workbook'), 'old Excel format (.xls)'],
    ['.xlsb', archive([{ name: 'xl/workbook.bin', content: 'x' }]), '(.xlsb)'],
    [
      '.ods',
      archive([
        { name: 'mimetype', content: 'x' },
        { name: 'content.xml', content: 'x' },
      ]),
      '(.ods)',
    ],
    ['.numbers', archive([{ name: 'Index/Document.iwa', content: 'x' }]), 'Numbers'],
    ['.docx', archive([{ name: 'word/document.xml', content: 'x' }]), 'Word document'],
    ['any archive', archive([{ name: 'photo.jpg', content: 'x' }]), 'an archive, not a workbook'],
    ['a sheet for CSV', new TextEncoder().encode('A\n1\n'), 'no sheets'],
  ])('refuses %s in words', async (what, bytes, message) => {
    const reading = readTable(bytes, what === 'a sheet for CSV' ? 'Data' : undefined)
    await expect(reading).rejects.toThrow(AppError)
    await expect(reading).rejects.toThrow(message)
  })

  test.each([
    [
      '201 columns',
      rowsXml([[...Array.from({ length: 26 }, (_, index) => `c${index}`)]]).replace(
        '</row>',
        `${Array.from({ length: 175 }, (_, index) => `<c r="${String.fromCharCode(65 + Math.floor(index / 26))}${String.fromCharCode(65 + (index % 26))}1"><v>${index}</v></c>`).join('')}</row>`,
      ),
      'Row 1: the file has 201 columns',
    ],
    [
      'two columns of one name',
      rowsXml([
        ['A', 'A'],
        ['1', '2'],
      ]),
      'Row 1: columns 1 and 2 are both called "A"',
    ],
    [
      'a merged name',
      rowsXml([
        ['A', null],
        ['1', '2'],
      ]),
      'Row 1: column 2 has no name',
    ],
  ])('refuses %s', async (_what, rows, message) => {
    await expect(readTable(workbook({ Data: rows }))).rejects.toThrow(message)
  })

  test.each([
    ['ZZZZZZ99999999', '<row r="1"><c r="ZZZZZZ99999999"><v>1</v></c></row>'],
    ['XFE1', '<row r="1"><c r="XFE1"><v>1</v></c></row>'],
    ['A1048577', '<row><c r="A1048577"><v>1</v></c></row>'],
    ['row 1048577', '<row r="1048577"><c r="A1048577"><v>1</v></c></row>'],
  ])('refuses the cell %s, which Excel does not have', async (place, rows) => {
    await expect(readTable(workbook({ Data: rows }))).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining(`contains the cell "${place}", but the last cell of a sheet is XFD1048576`),
    })
  })
})
