import { readFile, stat } from 'node:fs/promises'
import { z } from 'zod'
import { invalid } from '#sources/table-file/grid.ts'
import type { FileRows } from './file-rows.ts'
import { openText } from './open-text.ts'

const object = z.record(z.string(), z.unknown())
const list = z.union([
  z.array(z.unknown()),
  z.object({ records: z.array(z.unknown()) }).transform(({ records }) => records),
])

/** It is read at one go, and nobody else is served meanwhile. */
const mostBytes = 20_000_000

function rowOf(item: unknown, what: string): Record<string, unknown> {
  const parsed = object.safeParse(item)
  if (parsed.success && !Array.isArray(item)) return parsed.data
  throw invalid(`${what} is no object. Write each record as { "field": value, … }.`)
}

function parsed(text: string, what: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw invalid(`${what} is not JSON (${cause instanceof Error ? cause.message : 'it cannot be read'}).`, cause)
  }
}

async function readText(path: string): Promise<string> {
  if ((await stat(path)).size > mostBytes)
    throw invalid(
      `A JSON file may have ${mostBytes / 1_000_000} MB. Write a larger one as .jsonl, one record in each line.`,
    )
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path))
  } catch (cause) {
    throw invalid('The file is not UTF-8 text.', cause)
  }
}

/** `jsonRows()` reads a list of objects, or `{ "records": [ … ] }`. */
export const jsonRows: FileRows = async function* (path, signal) {
  const items = list.safeParse(parsed(await readText(path), 'The file'))
  if (!items.success) throw invalid('The file holds no list of records. Write [ { "field": value, … }, … ].')
  for (const [index, item] of items.data.entries()) {
    signal?.throwIfAborted()
    yield { line: index + 1, values: rowOf(item, `Record ${index + 1}`) }
  }
}

const longestLine = 10_000_000

/** `jsonLinesRows()` reads one object from each line. */
export const jsonLinesRows: FileRows = async function* (path, signal) {
  let rest = ''
  let line = 0
  const rowOfLine = (text: string) => ({ line, values: rowOf(parsed(text, `Line ${line}`), `Line ${line}`) })
  for await (const piece of openText(path, signal)) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > longestLine) throw invalid(`Line ${line + 1 + lines.length} is longer than 10 MB.`)
    for (const text of lines) {
      line++
      if (text.trim() !== '') yield rowOfLine(text)
    }
  }
  line++
  if (rest.trim() !== '') yield rowOfLine(rest)
}
