import { crc32, deflateRawSync } from 'node:zlib'

export interface ArchiveFile {
  name: string
  content: string | Uint8Array
  /** What the directory says the file is long, when that is not true. */
  saidBytes?: number
  encrypted?: boolean
}

/** A zip archive as spreadsheet programs write it. */
export function archive(files: readonly ArchiveFile[]): Uint8Array<ArrayBuffer> {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, saidBytes, encrypted = false } of files) {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    const packed = deflateRawSync(bytes)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(encrypted ? 1 : 0, 2)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(crc32(bytes), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(saidBytes ?? bytes.length, 18)
    fields.writeUInt16LE(Buffer.byteLength(name), 22)
    const body = Buffer.concat([Buffer.from('PK\u0003\u0004'), fields, Buffer.from(name), packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\0'), fields, tail, Buffer.from(name)]))
    bodies.push(body)
    offset += body.length
  }
  const listing = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006')
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(listing.length, 12)
  end.writeUInt32LE(offset, 16)
  return new Uint8Array(Buffer.concat([...bodies, listing, end]))
}

/** Places of the styles below in the list of the workbook. */
export const styles = { plain: 0, date: 1, dateTime: 2, money: 3, time: 4, percent: 5, day: 6 } as const

const stylesXml = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">
<numFmts count="2"><numFmt numFmtId="164" formatCode="#,##0.00 [$€-407]"/><numFmt numFmtId="165" formatCode="d/m/yyyy&quot;!&quot;"/></numFmts>
<cellStyleXfs count="1"><xf numFmtId="165"/></cellStyleXfs>
<cellXfs count="7"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/><xf numFmtId="164"/><xf numFmtId="20"/><xf numFmtId="10"/><xf numFmtId="165"/></cellXfs></styleSheet>`

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** `sheets` by name: what stands in `<sheetData>`. */
export function workbookFiles(sheets: Readonly<Record<string, string>>, shared: readonly string[] = []): ArchiveFile[] {
  const names = Object.keys(sheets)
  const list = names.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
  const targets = names.map(
    (_, index) =>
      `<Relationship Id="rId${index + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  )
  return [
    { name: '[Content_Types].xml', content: '<Types/>' },
    {
      name: 'xl/workbook.xml',
      content: `<workbook ${main} xmlns:r="${relations}"><sheets>${list.join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships>${targets.join('')}<Relationship Id="rIdA" Type="${relations}/styles" Target="styles.xml"/><Relationship Id="rIdB" Type="${relations}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    },
    { name: 'xl/styles.xml', content: stylesXml },
    { name: 'xl/sharedStrings.xml', content: `<sst ${main}>${shared.join('')}</sst>` },
    ...names.map((name, index) => ({
      name: `xl/worksheets/sheet${index + 1}.xml`,
      content: `<?xml version="1.0" encoding="UTF-8"?><worksheet ${main}><sheetData>${sheets[name] ?? ''}</sheetData></worksheet>`,
    })),
    { name: 'xl/media/image1.png', content: Uint8Array.of(1, 2, 3) },
  ]
}

export function workbook(
  sheets: Readonly<Record<string, string>>,
  shared?: readonly string[],
): Uint8Array<ArrayBuffer> {
  return archive(workbookFiles(sheets, shared))
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Rows of plain cells: texts, numbers and booleans from A1 on. */
export function rowsXml(rows: readonly (readonly (string | number | boolean | null)[])[]): string {
  const cellXml = (value: string | number | boolean | null, place: string) => {
    if (value === null) return ''
    if (typeof value === 'number') return `<c r="${place}"><v>${value}</v></c>`
    if (typeof value === 'boolean') return `<c r="${place}" t="b"><v>${value ? 1 : 0}</v></c>`
    return `<c r="${place}" t="inlineStr"><is><t>${escaped(value)}</t></is></c>`
  }
  return rows
    .map((row, index) => {
      const cells = row.map((value, at) => cellXml(value, `${String.fromCharCode(65 + at)}${index + 1}`))
      return `<row r="${index + 1}">${cells.join('')}</row>`
    })
    .join('')
}
