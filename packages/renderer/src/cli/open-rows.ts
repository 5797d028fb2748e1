import { access, readFile } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { createRenderer } from '#renderer/create-renderer.ts'
import type { Prepared, Renderer, RenderReport } from '#renderer/job.ts'
import { TemplateError } from '#renderer/template.ts'
import { variablesOf } from '#renderer/variables.ts'
import { type WarningCode, warningCodes, warningCodesOf } from '#renderer/warning-codes.ts'
import { createFileLoader } from './file-loader.ts'
import { readTable, type TableRow, type TextTable } from './read-table.ts'
import { messageOf, RowsError } from './rows-error.ts'

export interface RowsInput {
  templatePath: string
  /** CSV or TSV with a header; its columns are the variables of the template. */
  rowsPath: string
  quality?: number
  scale?: number
  /** A row that failed: `row 7 "Teapot": layer "Photo": the file photos/x.jpg does not exist` */
  onFailure?: (failure: RowFailure) => void
  /** Something a person should look at, such as a column that is missing. */
  onWarning?: (message: string) => void
}

export interface RowFailure {
  row: number
  /** What the first column says. */
  label: string
  message: string
}

export interface RowsResult {
  total: number
  rendered: number
  failures: RowFailure[]
  /** How many rows have a picture that warns of something, by what it warns of. */
  warnings: Partial<Record<WarningCode, number>>
  /** Paths in the order of the rows. */
  files: string[]
}

/** A template and a table that can be used. */
export interface Rows {
  readonly renderer: Renderer
  readonly prepared: Prepared
  readonly table: TextTable
  /** Rows that failed so far. */
  readonly failed: number
  fail(row: TableRow, error: unknown): void
  /** Counts what the report of a row's picture warns of. */
  note(report: RenderReport): void
  result(files: string[]): RowsResult
}

/** Reads template and table. Throws a RowsError when they cannot be used at all. */
export async function openRows({ templatePath, rowsPath, onFailure, onWarning }: RowsInput): Promise<Rows> {
  const renderer = createRenderer({ load: createFileLoader(dirname(resolve(templatePath))) })
  const prepared = await readTemplate(renderer, templatePath)
  const table = readTable(await readInput(rowsPath), basename(rowsPath))
  for (const name of new Set(variablesOf(prepared.template).map((variable) => variable.name))) {
    if (!table.columns.includes(name)) {
      onWarning?.(`the template asks for "${name}", but ${basename(rowsPath)} has no such column; ${columnsOf(table)}`)
    }
  }
  const failures: RowFailure[] = []
  const counts = new Map<WarningCode, number>()
  const total = table.rows.length
  return {
    renderer,
    prepared,
    table,
    get failed() {
      return failures.length
    },
    fail(row, error) {
      const failure = { row: row.number, label: labelOf(row), message: messageOf(error) }
      failures.push(failure)
      onFailure?.(failure)
    },
    note(report) {
      for (const code of warningCodesOf(report)) counts.set(code, (counts.get(code) ?? 0) + 1)
    },
    result(files) {
      failures.sort((a, b) => a.row - b.row)
      return { total, rendered: total - failures.length, failures, warnings: sorted(counts), files }
    },
  }
}

function sorted(counts: ReadonlyMap<WarningCode, number>): RowsResult['warnings'] {
  return Object.fromEntries(warningCodes.flatMap((code) => (counts.has(code) ? [[code, counts.get(code)]] : [])))
}

/** What the job says of every picture. */
export function lookOf({ quality, scale }: RowsInput): { quality?: number; scale?: number } {
  return { ...(quality !== undefined && { quality }), ...(scale !== undefined && { scale }) }
}

/** Names the columns for a person who wrote another one. */
export function columnsOf({ columns }: TextTable): string {
  return `there are ${columns.map((column) => `"${column}"`).join(', ')}`
}

export function labelOf({ values }: TableRow): string {
  return Object.values(values)[0] ?? ''
}

async function readTemplate(renderer: Renderer, path: string): Promise<Prepared> {
  const bytes = await readInput(path)
  try {
    return renderer.prepare(JSON.parse(new TextDecoder().decode(bytes)))
  } catch (error) {
    if (!(error instanceof TemplateError))
      throw new RowsError(`${path} is not JSON: ${messageOf(error)}`, { cause: error })
    const issues = error.issues.map(({ path: at, message }) => `\n  ${at === '' ? '' : `${at}: `}${message}`)
    throw new RowsError(`${path} is not a template:${issues.join('')}`, { cause: error })
  }
}

async function readInput(path: string): Promise<Uint8Array> {
  await access(path).catch(() => {
    throw new RowsError(`${path} does not exist`)
  })
  try {
    return await readFile(path)
  } catch (error) {
    throw new RowsError(`cannot read ${path}: ${messageOf(error)}`, { cause: error })
  }
}
