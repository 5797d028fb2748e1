import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, extname } from 'node:path'
import { RenderError } from '#renderer/errors/render-error.ts'
import type { AnimationJob, RenderReport } from '#renderer/jobs/job.ts'
import { animationKinds } from '#renderer/pictures/animation-kinds.ts'
import { lookOf, openRows, type Rows, type RowsInput, type RowsResult } from './open-rows.ts'
import type { TableRow } from './read-table.ts'
import { messageOf, RowsError } from './rows-error.ts'

interface OneFileJob extends RowsInput {
  /** An older file of the name is overwritten. */
  outFile: string
}

export interface RowsToPdfJob extends OneFileJob {
  /** Pixels of a picture per inch of its page. */
  dpi?: number
}

/** Renders a table into one PDF with a page for each row; a row that fails is reported and has no page. */
export async function renderRowsToPdf(job: RowsToPdfJob): Promise<RowsResult> {
  const rows = await openRows(job)
  const usable = usableRows(rows)
  const making = rows.renderer.renderPdf({
    template: rows.prepared,
    rows: usable.map(({ values }) => ({ values })),
    ...lookOf(job),
    ...(job.dpi !== undefined && { settings: { dpi: job.dpi } }),
    onFailure(index, error) {
      const row = usable[index]
      if (row) rows.fail(row, error)
    },
  })
  const made = making.then(({ bytes, pages }) => ({ bytes, reports: pages.map(({ report }) => report) }))
  return finish(rows, job.outFile, made)
}

export interface RowsToAnimationJob extends OneFileJob, Pick<AnimationJob, 'delaysMs' | 'loop'> {}

/** Renders a table into one picture that moves, with a frame for each row; its name ends in `.gif` or `.webp`. */
export async function renderRowsToAnimation(job: RowsToAnimationJob): Promise<RowsResult> {
  const { outFile, scale, quality, effort, delaysMs, loop } = job
  const format = animationKinds.find(({ name }) => extname(outFile).toLowerCase() === `.${name}`)?.name
  if (format === undefined) throw new RowsError(`${outFile} must end in .gif or .webp`)
  const rows = await openRows(job)
  const making = rows.renderer.renderAnimation({
    template: rows.prepared,
    frames: usableRows(rows).map(({ values }) => ({ values })),
    format,
    ...(scale !== undefined && { scale }),
    ...(quality !== undefined && { settings: { quality } }),
    ...(effort !== undefined && { effort }),
    ...(delaysMs !== undefined && { delaysMs }),
    ...(loop !== undefined && { loop }),
  })
  return finish(
    rows,
    outFile,
    making.then(({ bytes, frames }) => ({ bytes, reports: frames })),
  )
}

function usableRows(rows: Rows): TableRow[] {
  return rows.table.rows.filter((row) => {
    if (row.problem !== undefined) rows.fail(row, new Error(row.problem))
    return row.problem === undefined
  })
}

interface OneFile {
  readonly bytes: Uint8Array
  readonly reports: readonly RenderReport[]
}

async function finish(rows: Rows, path: string, making: Promise<OneFile>): Promise<RowsResult> {
  const { bytes, reports } = await making.catch((error: unknown) => {
    throw error instanceof RenderError ? new RowsError(error.message, { cause: error }) : error
  })
  for (const [index, row] of rows.whole.entries()) {
    const report = reports[index]
    if (report) rows.note(row, { report, files: [path] })
  }
  if (rows.failed === rows.table.rows.length) return rows.result([])
  try {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, bytes)
  } catch (error) {
    throw new RowsError(`cannot write ${path}: ${messageOf(error)}`, { cause: error })
  }
  return rows.result([path])
}
