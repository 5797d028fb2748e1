import { AppError, type ErrorDetail } from '#core/errors.ts'
import { pointer } from '#core/pointer.ts'
import type { FileRow, TableFile } from '#core/ports/table-file.ts'
import { refuseIfAny } from '#core/refuse.ts'
import { findNamed, listed } from '#core/words.ts'
import { cellOfField, InvalidValue } from './cell.ts'
import { unguarded } from './formula-guard.ts'
import type { LinkReader } from './link-reader.ts'
import type { Cells } from './rows.ts'
import type { Table, TableField } from './table.ts'
import { valueKey } from './value-key.ts'

/** A row of a file as the table would keep it, or what is wrong with it. */
export type ReadRow = { line: number; cells: Cells; key: string | null } | { line: number; mistakes: ErrorDetail[] }

/** @throws AppError `invalid_request` that points at the columns which the table has no field for */
export function fieldsOfColumns({ columns }: Pick<TableFile, 'columns'>, { name, fields }: Table): TableField[] {
  const there = listed(fields.map((field) => field.name))
  const errors: ErrorDetail[] = []
  const found = columns.flatMap((column) => {
    const field = findNamed(fields, column.name)
    const detail = `The table "${name}" has no field "${column.name}". It has: ${there}.`
    if (field === undefined) errors.push({ pointer: pointer('columns', column.name), detail })
    return field ?? []
  })
  found.forEach((field, index) => {
    const twin = found.indexOf(field)
    const names = [twin, index].map((place) => `"${columns[place]?.name ?? ''}"`).join(' and ')
    if (twin < index)
      errors.push({
        pointer: pointer('columns', columns[index]?.name ?? ''),
        detail: `${names} both refer to the field "${field.name}".`,
      })
  })
  refuseIfAny(errors, 'The file does not match the table.')
  return found
}

export interface RowReader {
  read: (row: FileRow, index: number) => ReadRow
  /** Whether a row with this key was read, with mistakes or without. */
  hasRead: (key: string) => boolean
}

/** `createRowReader()` reads rows whose cells stand in the order of `fields`. */
export function createRowReader(fields: readonly TableField[], keyField: TableField | undefined): RowReader {
  const lineOfKey = new Map<string, number>()

  /** What is wrong with the key. */
  function problemOfKey(key: string | null, line: number): string | null {
    if (key === null) return 'is empty, but identifies the rows'
    const earlier = lineOfKey.get(key)
    if (earlier !== undefined) return `has the same value as in line ${earlier}`
    lineOfKey.set(key, line)
    return null
  }

  return {
    hasRead: (key) => lineOfKey.has(key),
    read({ line, cells: texts }, index) {
      const cells: Cells = {}
      const mistakes: ErrorDetail[] = []
      const mistake = ({ name }: TableField, what: string) =>
        mistakes.push({ pointer: pointer('rows', index, name), detail: `Line ${line}: "${name}" ${what}.` })
      fields.forEach((field, place) => {
        const cell = cellOfField(field, unguarded(texts[place] ?? ''))
        if (cell instanceof InvalidValue) mistake(field, cell.detail)
        else cells[field.id] = cell
      })
      const key = keyField && keyField.id in cells ? valueKey(cells[keyField.id]) : null
      const problem = keyField && keyField.id in cells ? problemOfKey(key, line) : null
      if (keyField && problem !== null) mistake(keyField, problem)
      return mistakes.length > 0 ? { line, mistakes } : { line, cells, key }
    },
  }
}

/** Finds the rows that links name; rows with other names have mistakes. `first` is the place of the first row in the file. */
export async function readLinksOf(rows: readonly ReadRow[], first: number, readLinks: LinkReader): Promise<ReadRow[]> {
  const mistakesOf = new Map<ReadRow, ErrorDetail[]>()
  const unlinked = rows.flatMap((row, at) => {
    if ('mistakes' in row) return []
    const mistakes: ErrorDetail[] = []
    mistakesOf.set(row, mistakes)
    return {
      cells: row.cells,
      refuse: ({ name }: TableField, detail: string) =>
        mistakes.push({ pointer: pointer('rows', first + at, name), detail: `Line ${row.line}: "${name}" ${detail}.` }),
    }
  })
  await readLinks(unlinked)
  return rows.map((row) => {
    const mistakes = mistakesOf.get(row) ?? []
    return mistakes.length > 0 ? { line: row.line, mistakes } : row
  })
}

/** The field that tells rows apart, which has to be among those that the file brings. @throws AppError */
export function keyFieldOf(name: string, fields: readonly TableField[]): TableField {
  const field = findNamed(fields, name)
  if (field !== undefined && field.kind !== 'link') return field
  const detail =
    field === undefined
      ? `is not a column of the file; it has ${listed(fields.map((each) => each.name))}`
      : 'links to other rows, which does not identify a row: choose another field'
  throw new AppError('invalid_request', `The key "${name}" ${detail}.`, { errors: [{ pointer: '/query/key', detail }] })
}
