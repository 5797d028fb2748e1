import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { inParallel } from '#renderer/async/in-parallel.ts'
import { type OutputFormat, outputKinds } from '#renderer/formats/index.ts'
import type { RenderedFile, RenderJob } from '#renderer/jobs/job.ts'
import { createFileNames } from './file-name.ts'
import { columnsOf, labelOf, lookOf, openRows, type RowsInput, type RowsResult } from './open-rows.ts'
import type { TableRow, TextTable } from './read-table.ts'
import { messageOf, RowsError } from './rows-error.ts'

export type { RowFailure, RowReport, RowsInput, RowsResult } from './open-rows.ts'
export {
  type RowsToAnimationJob,
  type RowsToPdfJob,
  renderRowsToAnimation,
  renderRowsToPdf,
} from './render-one-file.ts'

/** Pictures in the making at once: the next one decodes while the last one encodes. */
const PARALLEL = 3

export interface RowsJob extends RowsInput, Pick<RenderJob, 'encoding' | 'thumbnail'> {
  /** Made when it is not there; files of the same name are overwritten. */
  outDir: string
  /** Default: png. */
  formats?: readonly OutputFormat[]
  /** The column that names the files; default: the number of the row and its first column. */
  nameColumn?: string
  onProgress?: (progress: RowsProgress) => void
}

export interface RowsProgress {
  done: number
  total: number
  failed: number
}

/**
 * Renders one picture for each row of a table file. A row that fails is reported and the others go on. Throws a RowsError
 * when the template, the table or the folder cannot be used at all.
 */
export async function renderRows(job: RowsJob): Promise<RowsResult> {
  const { outDir, formats, encoding, thumbnail, onProgress } = job
  const rows = await openRows(job)
  const { renderer, prepared, table } = rows
  const name = namer(job, table)
  await mkdir(outDir, { recursive: true }).catch((error: unknown) => {
    throw new RowsError(`cannot create the folder ${outDir}: ${messageOf(error)}`, { cause: error })
  })
  const options = {
    ...lookOf(job),
    ...(formats && { formats }),
    ...(encoding && { encoding }),
    ...(thumbnail && { thumbnail }),
  }
  const named = table.rows.map((row) => ({ row, path: join(outDir, name(row)) }))
  let done = 0
  const written = await inParallel(named, PARALLEL, async ({ row, path }) => {
    const paths = await renderRow(row, async () => {
      const made = await renderer.render({ template: prepared, values: row.values, ...options })
      const writing = made.files.map((file) => write(file, path))
      if (made.thumbnail) writing.push(write(made.thumbnail, `${path}-thumbnail`))
      const files = await Promise.all(writing)
      rows.note(row, { report: made.report, files })
      return files
    }).catch((error: unknown): string[] => {
      rows.fail(row, error)
      return []
    })
    done += 1
    onProgress?.({ done, total: table.rows.length, failed: rows.failed })
    return paths
  })
  return rows.result(written.flat())
}

async function renderRow(row: TableRow, render: () => Promise<string[]>): Promise<string[]> {
  if (row.problem !== undefined) throw new Error(row.problem)
  return render()
}

function namer({ nameColumn, rowsPath }: RowsJob, table: TextTable): (row: TableRow) => string {
  if (nameColumn !== undefined && !table.columns.includes(nameColumn)) {
    throw new RowsError(`${basename(rowsPath)} has no column "${nameColumn}"; ${columnsOf(table)}`)
  }
  const unique = createFileNames()
  const digits = Math.max(4, String(table.rows.length).length)
  return (row) => {
    if (nameColumn !== undefined) return unique(row.values[nameColumn] ?? '')
    return unique(`${String(row.number).padStart(digits, '0')}-${labelOf(row)}`)
  }
}

async function write({ format, bytes }: RenderedFile, path: string): Promise<string> {
  const extension = outputKinds.find(({ name }) => name === format)?.extension ?? format
  const whole = `${path}.${extension}`
  await writeFile(whole, bytes)
  return whole
}
