import { SaxesParser } from 'saxes'

/** Patterns that every spreadsheet program knows by number, as far as they are the same in each language. */
const builtIn: Readonly<Record<string, string>> = {
  ...{ 1: '0', 2: '0.00', 3: '#,##0', 4: '#,##0.00', 9: '0%', 10: '0.00%' },
  ...{ 15: 'd-mmm-yy', 16: 'd-mmm', 17: 'mmm-yy' },
  ...{ 37: '#,##0', 38: '#,##0', 39: '#,##0.00', 40: '#,##0.00' },
}

/** The pattern of each style of cells, by its number, from `xl/styles.xml`; empty where it has none. */
export function readPatterns(xml: string): string[] {
  const own = new Map<string, string>()
  const styles: string[] = []
  let isInCells = false
  const parser = new SaxesParser({ xmlns: true })
  parser.on('opentag', ({ local, attributes }) => {
    const numFmtId = attributes.numFmtId?.value ?? ''
    if (local === 'numFmt') own.set(numFmtId, attributes.formatCode?.value ?? '')
    if (local === 'cellXfs') isInCells = true
    if (local === 'xf' && isInCells) styles.push(numFmtId)
  })
  parser.on('closetag', ({ local }) => {
    if (local === 'cellXfs') isInCells = false
  })
  // What is wrong with a workbook, the reader of its cells says.
  parser.on('error', () => {})
  parser.write(xml).close()
  return styles.map((id) => own.get(id) ?? (Object.hasOwn(builtIn, id) ? builtIn[id] : undefined) ?? '')
}
