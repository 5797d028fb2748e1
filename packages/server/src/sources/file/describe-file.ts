import { stat } from 'node:fs/promises'
import { AppError } from '#core/errors.ts'
import { listed } from '#core/words.ts'
import { invalid } from '#sources/table-file/grid.ts'
import { createCsvRows } from './csv-rows.ts'
import type { FileColumn, FileRows, ValueRow } from './file-rows.ts'
import { createValueGuess, type ValueGuess } from './guess-value-kind.ts'
import { createJsonLinesRows, jsonRows } from './json-rows.ts'
import type { Reading } from './reading.ts'
import { createWorkbookRows } from './workbook-rows.ts'

interface Format {
  extensions: readonly string[]
  rows: (reading: Reading) => FileRows
  /** Whether its values have types of their own. */
  isTyped: boolean
}

const formats: readonly Format[] = [
  { extensions: ['.csv', '.tsv', '.txt'], rows: createCsvRows, isTyped: false },
  { extensions: ['.json'], rows: () => jsonRows, isTyped: true },
  { extensions: ['.jsonl', '.ndjson'], rows: createJsonLinesRows, isTyped: true },
  { extensions: ['.xlsx'], rows: createWorkbookRows, isTyped: false },
]

const mostBytes = 100_000_000
const mostFields = 200

/** The format of a file by the end of its name. */
export function formatOf(name: string): Format | undefined {
  const lower = name.toLowerCase()
  return formats.find(({ extensions }) => extensions.some((extension) => lower.endsWith(extension)))
}

export const readableNames = formats.flatMap(({ extensions }) => extensions).join(', ')

/** Whatever is written to a file, or put in its place, changes it. */
export async function stampOf(path: string): Promise<string> {
  const { mtimeNs, size, ino } = await stat(path, { bigint: true })
  return `${mtimeNs}-${size}-${ino}`
}

export interface FileDescription {
  stamp: string
  /** In the order in which they appear first. */
  fields: ReadonlyMap<string, FileColumn>
}

/** The id of a record: its key, else the number of its row. */
export function recordIdOf(
  { values }: Pick<ValueRow, 'values'>,
  { key, place }: { key: string | undefined; place: number },
): string {
  return key === undefined ? `row-${place}` : String(values[key] ?? '').trim()
}

interface Keys {
  key: string
  /** Where each was seen first. */
  seen: Map<string, number>
  problem: string | null
}

function checkKey(keys: Keys, row: ValueRow): void {
  const { key, seen } = keys
  const id = recordIdOf(row, { key, place: 0 })
  const earlier = seen.get(id)
  if (id === '') keys.problem ??= `Line ${row.line}: "${key}" is empty, but it identifies the records. Fill it in.`
  else if (earlier === undefined) seen.set(id, row.line)
  else
    keys.problem ??= `Lines ${earlier} and ${row.line}: both have "${id}" as "${key}", which identifies the records. Give each record a unique value.`
}

function refuseBadKey({ key, problem }: Keys, names: readonly string[]): void {
  if (names.length > 0 && !names.includes(key))
    throw invalid(`There is no field "${key}", which the connection uses as the key. There are: ${listed(names)}.`)
  if (problem !== null) throw invalid(problem)
}

/** How a file is read, and by which field its records are known. */
export interface FileReading extends Reading {
  key: string | undefined
}

async function describeRows(path: string, format: Format, reading: FileReading): Promise<Map<string, FileColumn>> {
  const { key } = reading
  const guesses = new Map<string, ValueGuess>()
  const keys: Keys | null = key === undefined ? null : { key, seen: new Map(), problem: null }
  let given: ValueRow['columns']
  for await (const row of format.rows(reading)(path)) {
    given = row.columns
    for (const [name, value] of Object.entries(row.values)) {
      const guess = guesses.get(name) ?? createValueGuess(format.isTyped, reading)
      guesses.set(name, guess)
      guess.add(value, row.isLongNumber?.(name))
    }
    if (guesses.size > mostFields) throw invalid(`Line ${row.line} has more than ${mostFields} fields. Remove some.`)
    if (keys !== null) checkKey(keys, row)
  }
  if (keys !== null) refuseBadKey(keys, [...guesses.keys()])
  return new Map([...guesses].map(([name, guess]) => [name, given?.get(name) ?? { kind: guess.kind() }]))
}

/** Reads the whole file for its fields and whether it can be used at all. @throws AppError `invalid_request` */
export async function describeFile(path: string, reading: FileReading): Promise<FileDescription> {
  const format = formatOf(path)
  if (format === undefined) throw invalid(`This kind of file cannot be read. Use one of: ${readableNames}.`)
  const stamp = await stampOf(path)
  if ((await stat(path)).size > mostBytes)
    throw invalid(`The file is larger than ${mostBytes / 1_000_000} MB. Split it, or import it into a database.`)
  return { stamp, fields: await describeRows(path, format, reading) }
}

/** `inFile()` runs what reads a file, and says which one when it fails. @throws AppError `source_…` */
export async function inFile<Result>(name: string, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    throw sourceError(name, error)
  }
}

/** What went wrong with a file, in words that name it. */
export function sourceError(name: string, error: unknown): unknown {
  if (error instanceof AppError && error.code === 'invalid_request')
    return new AppError('source_invalid', `"${name}": ${error.message}`, { cause: error })
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT')
    return new AppError(
      'source_not_found',
      `The file "${name}" no longer exists. Restore it, or choose another table.`,
      {
        cause: error,
      },
    )
  if (code === 'EACCES' || code === 'EPERM')
    return new AppError(
      'source_forbidden',
      `Pictable cannot read the file "${name}": permission denied. Give read permission to the user that runs Pictable.`,
      { cause: error },
    )
  return error
}
