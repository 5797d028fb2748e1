import { createCsvRows } from '#sources/file/csv-rows.ts'
import type { FileRows, ValueRow } from '#sources/file/file-rows.ts'
import { createJsonLinesRows, parsed, rowOf } from '#sources/file/json-rows.ts'
import { openText } from '#sources/file/open-text.ts'
import type { Reading, TextReading } from '#sources/file/reading.ts'
import { createWorkbookRows } from '#sources/file/workbook-rows.ts'
import type { Detected } from './detect-format.ts'
import { createJsonList } from './json-list.ts'
import { shopProduct } from './shopify-rows.ts'
import { createXmlRows } from './xml-rows.ts'

interface Reader {
  rows: FileRows
  /** Whether its values have types of their own. */
  isTyped: boolean
  /** What people call a row of it. */
  word: 'Line' | 'Record' | 'Row'
  /** Values beside the rows, once all of these were read. */
  values: ReadonlyMap<string, unknown>
}

interface ReadOptions {
  /** Path of the list in JSON, name of the element in XML. */
  records: string | undefined
  /** Paths of values of JSON beside the list. */
  wanted: ReadonlySet<string>
  /** Of the feed. */
  url: string
  reading: Reading
}

function jsonReader({ records, wanted, reading }: Pick<ReadOptions, 'records' | 'wanted' | 'reading'>): Reader {
  const values = new Map<string, unknown>()
  const rows: FileRows = async function* (path, signal) {
    const list = createJsonList({ path: records, wanted })
    let line = 0
    for await (const piece of openText(path, { ...textOf(reading), signal })) {
      for (const text of list.read(piece)) {
        line++
        const json = parsed(text, `Record ${line}`)
        const row: ValueRow = { line, ...rowOf(json.value, `Record ${line}`, json) }
        yield row
      }
    }
    list.end()
    for (const [name, value] of list.values) values.set(name, value)
  }
  return { rows, isTyped: true, word: 'Record', values }
}

function shopifyReader({ url, ...options }: ReadOptions): Reader {
  const reader = jsonReader({ ...options, records: 'products' })
  const rows: FileRows = async function* (path, signal) {
    for await (const row of reader.rows(path, signal)) yield shopProduct(row, url)
  }
  return { ...reader, rows }
}

const textOf = ({ encoding, charset }: Reading): TextReading => ({ encoding, charset })

const none: ReadonlyMap<string, unknown> = new Map()

/** What reads the rows of a format, as they stream in from a file. */
export function readerOf(format: Detected, options: ReadOptions): Reader {
  switch (format) {
    case 'csv':
      return { rows: createCsvRows(textOf(options.reading)), isTyped: false, word: 'Line', values: none }
    case 'tsv':
      return {
        rows: createCsvRows({ ...textOf(options.reading), delimiter: '\t' }),
        isTyped: false,
        word: 'Line',
        values: none,
      }
    case 'json':
      return jsonReader(options)
    case 'jsonl':
      return { rows: createJsonLinesRows(textOf(options.reading)), isTyped: true, word: 'Line', values: none }
    case 'xlsx':
      return { rows: createWorkbookRows(options.reading), isTyped: false, word: 'Row', values: none }
    case 'shopify':
      return shopifyReader(options)
    case 'xml':
      return {
        rows: createXmlRows(options.records, textOf(options.reading)),
        isTyped: false,
        word: 'Record',
        values: none,
      }
  }
}
