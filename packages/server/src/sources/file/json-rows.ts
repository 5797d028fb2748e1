import { readFile, stat } from 'node:fs/promises'
import { z } from 'zod'
import { parseExactJson } from '#core/exact-number.ts'
import { invalid } from '#sources/table-file/grid.ts'
import type { FileRows, ValueRow } from './file-rows.ts'
import { openText } from './open-text.ts'
import type { TextReading } from './reading.ts'

const object = z.record(z.string(), z.unknown())
const list = z.union([
  z.array(z.unknown()),
  z.object({ records: z.array(z.unknown()) }).transform(({ records }) => records),
])

/** It is read at one go, and nobody else is served meanwhile. */
const mostBytes = 20_000_000

type Parsed = ReturnType<typeof parseExactJson>

/** The row of an item of a list. @throws AppError `invalid_request` when it is no object */
export function rowOf(item: unknown, what: string, { isLongNumber }: Parsed): Omit<ValueRow, 'line'> {
  const parsed = object.safeParse(item)
  if (parsed.success && typeof item === 'object' && item !== null && !Array.isArray(item)) {
    return { values: parsed.data, isLongNumber: (name) => isLongNumber(item, name) }
  }
  throw invalid(`${what} is not an object. Write each record as { "field": value, … }.`)
}

/** @throws AppError `invalid_request` naming what is not JSON */
export function parsed(text: string, what: string): Parsed {
  try {
    return parseExactJson(text)
  } catch (cause) {
    throw invalid(`${what} is not JSON (${cause instanceof Error ? cause.message : 'it cannot be read'}).`, cause)
  }
}

async function readText(path: string): Promise<string> {
  if ((await stat(path)).size > mostBytes)
    throw invalid(
      `The JSON file is larger than ${mostBytes / 1_000_000} MB. Save it as .jsonl, with one record per line.`,
    )
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path))
  } catch (cause) {
    throw invalid('The file is not UTF-8 text. Save it as UTF-8.', cause)
  }
}

/** `jsonRows()` reads a list of objects, or `{ "records": [ … ] }`. */
export const jsonRows: FileRows = async function* (path, signal) {
  const json = parsed(await readText(path), 'The file')
  const items = list.safeParse(json.value)
  if (!items.success) throw invalid('The file contains no list of records. Write [ { "field": value, … }, … ].')
  for (const [index, item] of items.data.entries()) {
    signal?.throwIfAborted()
    yield { line: index + 1, ...rowOf(item, `Record ${index + 1}`, json) }
  }
}

const longestLine = 10_000_000

/** `createJsonLinesRows()` reads one object from each line. */
export const createJsonLinesRows = (reading: Partial<TextReading>): FileRows =>
  async function* (path, signal) {
    let rest = ''
    let line = 0
    const rowOfLine = (text: string) => {
      const json = parsed(text, `Line ${line}`)
      return { line, ...rowOf(json.value, `Line ${line}`, json) }
    }
    for await (const piece of openText(path, { ...reading, signal })) {
      const lines = (rest + piece).split('\n')
      rest = lines.pop() ?? ''
      if (rest.length > longestLine) throw invalid(`Line ${line + 1 + lines.length} is longer than 10 MB. Shorten it.`)
      for (const text of lines) {
        line++
        if (text.trim() !== '') yield rowOfLine(text)
      }
    }
    line++
    if (rest.trim() !== '') yield rowOfLine(rest)
  }
