import { access, mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { RenderError } from '#renderer/errors/render-error.ts'
import type { Prepared, Renderer, RenderReport } from '#renderer/jobs/job.ts'
import { informationCodesOf, type WarningCode, warningCodes, warningCodesOf } from '#renderer/model/warning.ts'
import { createRenderer } from '#renderer/node/create-renderer.ts'
import type { Effort } from '#renderer/pictures/output-kind.ts'
import { TemplateError } from '#renderer/template/template.ts'
import { variablesOf } from '#renderer/template/variables.ts'
import { createFileLoader } from './file-loader.ts'
import { readTable, type TableRow, type TextTable } from './read-table.ts'
import { messageOf, RowsError } from './rows-error.ts'

export interface RowsInput {
  templatePath: string
  /** CSV or TSV with a header; its columns are the variables of the template. */
  rowsPath: string
  quality?: number
  effort?: Effort
  scale?: number
  /** A row that failed: `row 7 "Teapot": layer "Photo": the file photos/x.jpg does not exist` */
  onFailure?: (failure: RowFailure) => void
  /** Something a person should look at, such as a column that is missing. */
  onWarning?: (message: string) => void
  /** A file for what happened to each row: a line of JSON for each, in order. */
  reportPath?: string
}

/** A line of the file at `reportPath`. */
export interface RowReport {
  row: number
  label: string
  /** The paths of its pictures; none when it failed. */
  files: string[]
  report?: RenderReport
  error?: { code?: string; layer?: string | undefined; message: string }
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
  /** The same for what needs no check. */
  information: Partial<Record<WarningCode, number>>
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
  /** Rows that did not fail so far. */
  readonly whole: readonly TableRow[]
  /** Keeps what a row became, and counts what its report warns of. */
  note(row: TableRow, made: { report: RenderReport; files: string[] }): void
  /** Writes the reports, if that was asked for. */
  result(files: string[]): Promise<RowsResult>
}

/** Reads template and table. Throws a RowsError when they cannot be used at all. */
export async function openRows(input: RowsInput): Promise<Rows> {
  const { templatePath, rowsPath, onFailure, onWarning, reportPath } = input
  const renderer = createRenderer({ load: createFileLoader(dirname(resolve(templatePath))) })
  const prepared = await readTemplate(renderer, templatePath)
  const table = readTable(await readInput(rowsPath), basename(rowsPath))
  for (const name of new Set(variablesOf(prepared.template).map((variable) => variable.name))) {
    if (!table.columns.includes(name)) {
      onWarning?.(
        `the template uses the value "${name}", but ${basename(rowsPath)} has no such column; ${columnsOf(table)}`,
      )
    }
  }
  const failures: RowFailure[] = []
  const [warnings, information] = [new Map<WarningCode, number>(), new Map<WarningCode, number>()]
  const reports = new Map<TableRow, RowReport>()
  const total = table.rows.length
  return {
    renderer,
    prepared,
    table,
    get failed() {
      return failures.length
    },
    get whole() {
      return table.rows.filter((row) => reports.get(row)?.error === undefined)
    },
    fail(row, error) {
      const failure = { row: row.number, label: labelOf(row), message: messageOf(error) }
      const { code, layer } = error instanceof RenderError ? error : {}
      const named = { ...(code !== undefined && { code }), ...(layer !== undefined && { layer }) }
      reports.set(row, {
        row: row.number,
        label: failure.label,
        files: [],
        error: { ...named, message: failure.message },
      })
      failures.push(failure)
      onFailure?.(failure)
    },
    note(row, { report, files }) {
      reports.set(row, { row: row.number, label: labelOf(row), files, report })
      count(warnings, warningCodesOf(report))
      count(information, informationCodesOf(report))
    },
    async result(files) {
      failures.sort((a, b) => a.row - b.row)
      const lines = table.rows.flatMap((row) => reports.get(row) ?? [])
      if (reportPath !== undefined) await writeReport(reportPath, lines)
      const counts = { warnings: sorted(warnings), information: sorted(information) }
      return { total, rendered: total - failures.length, failures, ...counts, files }
    },
  }
}

async function writeReport(path: string, rows: readonly RowReport[]): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  } catch (error) {
    throw new RowsError(`cannot write ${path}: ${messageOf(error)}`, { cause: error })
  }
}

function count(counts: Map<WarningCode, number>, codes: readonly WarningCode[]): void {
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1)
}

function sorted(counts: ReadonlyMap<WarningCode, number>): RowsResult['warnings'] {
  return Object.fromEntries(warningCodes.flatMap((code) => (counts.has(code) ? [[code, counts.get(code)]] : [])))
}

/** What the job says of every picture. */
export function lookOf({ quality, effort, scale }: RowsInput): Pick<RowsInput, 'quality' | 'effort' | 'scale'> {
  return {
    ...(quality !== undefined && { quality }),
    ...(effort !== undefined && { effort }),
    ...(scale !== undefined && { scale }),
  }
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
