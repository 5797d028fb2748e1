import { createHash } from 'node:crypto'
import type { FieldKind } from '@pictable/model/field'
import type { AppError } from '#core/errors.ts'
import { listed } from '#core/words.ts'
import type { ValueRow } from '#sources/file/file-rows.ts'
import { createValueGuess, type ValueGuess } from '#sources/file/guess-value-kind.ts'
import { invalid } from '#sources/table-file/grid.ts'
import type { CopiedRow, CopyWriter } from './copy-file.ts'
import type { readerOf } from './feed-rows.ts'

const mostFields = 200
const longestCell = 1_000_000
const mostRecords = 5_000_000

export interface PageToCopy {
  path: string
  reader: ReturnType<typeof readerOf>
  /** As people count. */
  number: number
}

interface Options {
  key: string | undefined
  decimalComma: boolean
  signal: AbortSignal | undefined
}

const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))

export type PageCopier = ReturnType<typeof createPageCopier>

/** Adds the records of pages to a copy, and learns what kinds of values its fields have. */
export function createPageCopier(writer: CopyWriter, { key, decimalComma, signal }: Options) {
  const guesses = new Map<string, ValueGuess>()
  let given: ValueRow['columns']

  /** @throws AppError `invalid_request` that names the record, the field and the cure */
  function check(row: ValueRow, where: string): void {
    for (const [name, value] of Object.entries(row.values)) {
      const length = typeof value === 'string' ? value.length : 0
      if (length <= longestCell) continue
      throw invalid(`${where}: the field "${name}" is longer than 1 MB. Shorten it in the feed.`)
    }
  }

  function learn(row: ValueRow, isTyped: boolean, where: string): void {
    for (const [name, value] of Object.entries(row.values)) {
      let guess = guesses.get(name)
      if (guess === undefined) {
        guess = createValueGuess(isTyped, { wrapsTexts: true, decimalComma })
        guesses.set(name, guess)
        if (guesses.size > mostFields) throw invalid(`${where} has more than ${mostFields} fields. Remove some.`)
      }
      guess.add(value, row.isLongNumber?.(name))
    }
  }

  function idOf({ values }: ValueRow, where: string): string {
    if (key === undefined) return `row-${writer.count + 1}`
    const id = textOf(values[key] ?? '').trim()
    if (id !== '') return id
    if (!(key in values)) throw noKey(key, [...guesses.keys()], where)
    throw invalid(`${where}: "${key}" is empty, but it identifies the records. Fill it in.`)
  }

  /** A record that moved to the next page while pages were read is the same one, and is not there twice. */
  const isMoved = ({ page, values }: CopiedRow, again: { page: number; json: string }) =>
    page !== again.page && JSON.stringify(values) === again.json

  return {
    async copy({ path, reader, number }: PageToCopy): Promise<{ count: number; digest: string }> {
      const digest = createHash('sha256')
      let count = 0
      for await (const row of reader.rows(path, signal)) {
        const where = placeOf(reader.word, { page: number, line: row.line })
        check(row, where)
        given = row.columns
        learn(row, reader.isTyped, where)
        const copied = { id: idOf(row, where), page: number, line: row.line }
        const json = JSON.stringify(row.values)
        digest.update(json)
        count++
        const earlier = writer.add(copied, json)
        if (earlier !== null && !isMoved(earlier, { page: number, json }))
          throw twice(copied, { earlier, key, word: reader.word })
        if (writer.count > mostRecords) throw invalid(`The feed has more than ${mostRecords} records. Split it.`)
      }
      return { count, digest: digest.digest('hex') }
    },
    fields: (): [string, FieldKind][] =>
      [...guesses].map(([name, guess]) => [name, given?.get(name)?.kind ?? guess.kind()]),
  }
}

/** Of the first page, the line says enough. */
function placeOf(word: string, { page, line }: { page: number; line: number }): string {
  return page === 1 ? `${word} ${line}` : `Page ${page}, ${word.toLowerCase()} ${line}`
}

function twice(
  row: Omit<CopiedRow, 'values'>,
  { earlier, key, word }: { earlier: CopiedRow; key: string | undefined; word: string },
): AppError {
  const [where, before] = [placeOf(word, row), placeOf(word, earlier).toLowerCase()]
  return invalid(
    `${where} has "${row.id}" as "${key}", as ${before} does, but "${key}" identifies the records. Give each record a unique value.`,
  )
}

function noKey(key: string, names: readonly string[], where: string): AppError {
  return invalid(
    `${where} has no field "${key}", which the connection uses as the key. It has: ${listed(names)}. If the field was renamed, change the key in the connection.`,
  )
}
