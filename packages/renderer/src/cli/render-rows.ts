import { access, mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { createRenderer } from '#renderer/create-renderer.ts'
import { type OutputFormat, outputKinds } from '#renderer/formats/index.ts'
import { inParallel } from '#renderer/in-parallel.ts'
import type { Prepared, RenderedFile, Renderer, RenderJob } from '#renderer/job.ts'
import { TemplateError } from '#renderer/template.ts'
import { variablesOf } from '#renderer/variables.ts'
import { createFileLoader } from './file-loader.ts'
import { createFileNames } from './file-name.ts'
import { readTable, type TableRow, type TextTable } from './read-table.ts'
import { messageOf, RowsError } from './rows-error.ts'

/** Pictures in the making at once: the next one decodes while the last one encodes. */
const PARALLEL = 3

export interface RowsJob {
  templatePath: string
  /** CSV or TSV with a header; its columns are the variables of the template. */
  rowsPath: string
  /** Made when it is not there; files of the same name are overwritten. */
  outDir: string
  /** Default: png. */
  formats?: readonly OutputFormat[]
  quality?: number
  scale?: number
  /** The column that names the files; default: the number of the row and its first column. */
  nameColumn?: string
  onProgress?: (progress: RowsProgress) => void
  /** A row that failed: `row 7 "Teapot": layer "Photo": the file photos/x.jpg does not exist` */
  onFailure?: (failure: RowFailure) => void
  /** Something a person should look at, such as a column that is missing. */
  onWarning?: (message: string) => void
}

export interface RowsProgress {
  done: number
  total: number
  failed: number
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
  /** Paths in the order of the rows. */
  files: string[]
}

/**
 * Renders one picture for each row of a table file. A row that fails is reported and the others go on. Throws a RowsError
 * when the template, the table or the folder cannot be used at all.
 */
export async function renderRows(job: RowsJob): Promise<RowsResult> {
  const { templatePath, rowsPath, outDir } = job
  const renderer = createRenderer({ load: createFileLoader(dirname(resolve(templatePath))) })
  const prepared = await readTemplate(renderer, templatePath)
  const table = readTable(await readInput(rowsPath), basename(rowsPath))
  checkColumns(job, prepared, table)
  await mkdir(outDir, { recursive: true }).catch((error: unknown) => {
    throw new RowsError(`cannot make the folder ${outDir}: ${messageOf(error)}`, { cause: error })
  })
  const options = optionsOf(job)
  const name = namer(job, table)
  const named = table.rows.map((row) => ({ row, name: name(row) }))
  const failures: RowFailure[] = []
  let done = 0
  const written = await inParallel(named, PARALLEL, async ({ row, name }) => {
    const paths = await renderRow(row, async () => {
      const { files } = await renderer.render({ template: prepared, values: row.values, ...options })
      return Promise.all(files.map((file) => write(file, join(outDir, name))))
    }).catch((error: unknown): string[] => {
      const failure = { row: row.number, label: labelOf(row), message: messageOf(error) }
      failures.push(failure)
      job.onFailure?.(failure)
      return []
    })
    done += 1
    job.onProgress?.({ done, total: table.rows.length, failed: failures.length })
    return paths
  })
  failures.sort((a, b) => a.row - b.row)
  const total = table.rows.length
  return { total, rendered: total - failures.length, failures, files: written.flat() }
}

async function renderRow(row: TableRow, render: () => Promise<string[]>): Promise<string[]> {
  if (row.problem !== undefined) throw new Error(row.problem)
  return render()
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

function checkColumns(
  { nameColumn, onWarning, rowsPath }: RowsJob,
  { template }: Prepared,
  { columns }: TextTable,
): void {
  const there = `there are ${columns.map((column) => `"${column}"`).join(', ')}`
  if (nameColumn !== undefined && !columns.includes(nameColumn)) {
    throw new RowsError(`${basename(rowsPath)} has no column "${nameColumn}"; ${there}`)
  }
  for (const name of new Set(variablesOf(template).map((variable) => variable.name))) {
    if (!columns.includes(name))
      onWarning?.(`the template asks for "${name}", but ${basename(rowsPath)} has no such column; ${there}`)
  }
}

function optionsOf({ formats, quality, scale }: RowsJob): Pick<RenderJob, 'formats' | 'quality' | 'scale'> {
  return {
    ...(formats && { formats }),
    ...(quality !== undefined && { quality }),
    ...(scale !== undefined && { scale }),
  }
}

function namer({ nameColumn }: RowsJob, { rows }: TextTable): (row: TableRow) => string {
  const unique = createFileNames()
  const digits = Math.max(4, String(rows.length).length)
  return (row) => {
    if (nameColumn !== undefined) return unique(row.values[nameColumn] ?? '')
    return unique(`${String(row.number).padStart(digits, '0')}-${labelOf(row)}`)
  }
}

function labelOf({ values }: TableRow): string {
  return Object.values(values)[0] ?? ''
}

async function write({ format, bytes }: RenderedFile, path: string): Promise<string> {
  const extension = outputKinds.find(({ name }) => name === format)?.extension ?? format
  const whole = `${path}.${extension}`
  await writeFile(whole, bytes)
  return whole
}
