import { z } from 'zod'
import type { ReadTableFile } from '#core/ports/table-file.ts'

export const encodings = [
  'auto',
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'iso-8859-15',
  'windows-1250',
  'windows-1251',
  'shift_jis',
  'gb18030',
] as const

/** A setting that names something of a file, such as a field or a sheet. */
export const nameSetting = (about: { title: string; description: string; examples: string[] }) =>
  z
    .string()
    .min(1)
    .max(200)
    .exactOptional()
    .meta({ role: 'plain', ...about })

export const keySetting = nameSetting({
  title: 'Key',
  description:
    'Field with a unique value for each record. Default: the number of the row identifies a record, and deleted rows are not noticed',
  examples: ['SKU'],
})

/** Settings of every source that reads files. */
export const readingSettings = {
  encoding: z.enum(encodings).default('auto').meta({
    role: 'plain',
    keepsTables: true,
    title: 'Encoding',
    description:
      'Encoding of a text file: windows-1252 is Latin-1. By default, Pictable detects UTF-8, UTF-16 and what the file says of itself',
  }),
  decimal_comma: z.boolean().default(false).meta({
    role: 'plain',
    keepsTables: true,
    title: 'Decimal comma',
    description: 'CSV and XML: 1.234,50 is a number. Default: 1234.50 is one',
  }),
  sheet: nameSetting({
    title: 'Sheet',
    description: 'Name of the sheet of an Excel workbook. Default: the first one',
    examples: ['Products'],
  }),
}

/** How the bytes of a file are read. */
export interface Reading {
  encoding: (typeof encodings)[number]
  /** What the server said of the encoding. */
  charset?: string | undefined
  decimalComma: boolean
  sheet: string | undefined
  /** Workbooks are decoded in a process of their own. */
  readTableFile: ReadTableFile
}

export type TextReading = Pick<Reading, 'encoding' | 'charset'>

export function readingOf(
  settings: z.output<z.ZodObject<typeof readingSettings>>,
  readTableFile: ReadTableFile,
): Reading {
  return {
    encoding: settings.encoding,
    decimalComma: settings.decimal_comma,
    sheet: settings.sheet,
    readTableFile,
  }
}

const grouped = /^[+-]?\d{1,3}(?:[.'’ \u00A0\u202F]\d{3})+(?:,\d+)?$/
const plainDigits = /^[+-]?(?:\d+(?:,\d+)?|,\d+)$/

/** A number with a decimal comma, as one with a point; null for any other text. */
export function pointNumber(text: string): string | null {
  const trimmed = text.trim()
  if (!grouped.test(trimmed) && !plainDigits.test(trimmed)) return null
  return trimmed.replace(/[.'’ \u00A0\u202F]/g, '').replace(',', '.')
}
