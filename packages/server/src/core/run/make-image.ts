import type { Failure } from '@pictable/model/failure'
import type { OutputCells } from '@pictable/model/write-back'
import { warningCodesOf } from '@pictable/renderer/template'
import { isOurTrouble } from '#core/errors.ts'
import { attemptPictures, type Noting } from '#core/image/attempt-pictures.ts'
import type { Image } from '#core/image/image.ts'
import { keepImage } from '#core/image/keep-image.ts'
import type { NameFiles } from '#core/image/name-files.ts'
import type { OpenedOutput } from '#core/output/open-output.ts'
import { drawnSettings, shownName, templateIdsOf } from '#core/output/outputs-of.ts'
import { unusedExceptions } from '#core/output/unused-exceptions.ts'
import type { RenderJob, RenderResult } from '#core/ports/renderer.ts'
import { attempt } from './attempt.ts'
import { mapRecord, problemOfTexts, warningsOfTexts } from './map-record.ts'
import type { Chunk } from './open-chunk.ts'
import { RecordError } from './record-error.ts'
import { picturesOf } from './record-pictures.ts'
import type { PendingRecord } from './run.ts'
import type { Todo, TodoPart } from './sort-out.ts'

/** An output of a record with its image, or with the reason why it has none. */
export type MadePart = Omit<TodoPart, 'image'> & { isNew: boolean } & (
    | { image: Image; failure: null }
    | { image: null; failure: Failure }
  )

/** The cells of an output that its image is yet to be written into. */
export function unwrittenCells({ output, unwritten }: Pick<MadePart, 'output' | 'unwritten'>): OutputCells {
  const { url, attachment } = output.cells
  return {
    ...(url && unwritten.has(url.id) && { url }),
    ...(attachment && unwritten.has(attachment.field.id) && { attachment }),
  }
}

/** A record with what was made of it. */
export type Made = Omit<Todo, 'parts'> & { parts: MadePart[] }

type Rendered = RenderResult | RecordError

/** All together; one by one where something has ended all of them, such as an output that takes too long. */
async function renderTogether(chunk: Chunk, jobs: readonly RenderJob[]): Promise<Rendered[]> {
  const { renderer } = chunk.world
  try {
    return await renderer.renderAll(jobs, chunk.signal)
  } catch (error) {
    if (!(error instanceof RecordError)) throw error
    if (jobs.length === 1) return [error]
    const each: Rendered[] = []
    for (const job of jobs) each.push(...(await renderTogether(chunk, [job])))
    return each
  }
}

async function renderRecord(chunk: Chunk, record: PendingRecord, jobs: readonly RenderJob[]): Promise<Rendered[]> {
  let pictures = picturesOf(chunk, record)
  const render = (noting: Noting) => {
    pictures = picturesOf(chunk, record)
    const load = noting(pictures.load)
    return renderTogether(
      chunk,
      jobs.map((job) => ({ ...job, load })),
    )
  }
  const isLost = () => pictures.tableFailure() !== null
  const [outcome] = await Promise.allSettled([
    attemptPictures((noting) => attempt(() => render(noting), chunk), chunk, isLost),
  ])
  const lost = pictures.tableFailure()
  if (lost !== null) {
    chunk.trouble = lost
    throw lost
  }
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}

function jobOf(chunk: Chunk, record: PendingRecord, { output, drawing }: TodoPart): RenderJob | RecordError {
  const { version, fieldsOf, modificationsOf } = drawing
  if (drawing.problem !== null) return drawing.problem
  const fields = fieldsOf(record.fields)
  const problem = problemOfTexts(fields)
  if (problem !== undefined) return problem
  return {
    version,
    values: mapRecord(fields),
    modifications: modificationsOf(chunk.exceptions.get(record.recordId)?.modifications ?? []),
    output: drawnSettings(output.settings, version.design),
    preview: true,
    fonts: chunk.fonts,
    ids: { runId: chunk.run.id, recordId: record.recordId },
  }
}

/** The report with what was found before the image was rendered. */
function withWarnings(report: RenderResult['report'], found: readonly string[]): RenderResult['report'] {
  if (found.length === 0) return report
  const { warnings } = report
  return {
    ...report,
    warnings: [...found, ...(Array.isArray(warnings) ? warnings : [])],
    warningCodes: [...new Set([...warningCodesOf(report), 'unformatted'])],
  }
}

/** Why exceptions of the record do not change the image of this output, for its report; most records have none. */
function unusedOf(
  { exceptions, outputs }: Chunk,
  { recordId, fields }: PendingRecord,
  made: OpenedOutput,
): { unusedExceptions?: string[] } {
  const own = exceptions.get(recordId)
  if (own === undefined) return {}
  const drawn = outputs.map((output) => {
    const { templateId, design } = output.drawingOf(fields).version
    return { key: output.key, name: shownName(output), templateId, templateIds: templateIdsOf([output]), design }
  })
  const unused = unusedExceptions(drawn, own).filter(
    ({ outputs: missed }) => missed.length === 0 || missed.some(({ key }) => key === made.key),
  )
  return unused.length === 0 ? {} : { unusedExceptions: unused.map(({ problem }) => problem) }
}

/** Keeps the bytes of an image. */
async function keep(
  chunk: Chunk,
  {
    record,
    part,
    job: { values, modifications },
    rendered,
    nameFiles,
  }: {
    record: PendingRecord
    part: TodoPart
    job: RenderJob
    rendered: RenderResult
    nameFiles: NameFiles | undefined
  },
): Promise<Image> {
  const { world, run, action } = chunk
  const { version, fieldsOf } = part.drawing
  const { name } = part.output
  const { report, ...made } = rendered
  return {
    id: part.imageId,
    templateId: version.templateId,
    templateVersion: version.version,
    design: null,
    sequence: null,
    actionId: action.id,
    runId: run.id,
    recordId: record.recordId,
    output: name,
    fileName: nameFiles?.(name) ?? null,
    values,
    modifications,
    metadata: run.metadata,
    ...(await attempt(() => keepImage(world, made), chunk)),
    report: {
      ...withWarnings(report, warningsOfTexts(fieldsOf(record.fields))),
      ...unusedOf(chunk, record, part.output),
    },
    webhookIds: [],
    createdAt: world.clock.now(),
  }
}

async function renderParts(chunk: Chunk, { record, parts }: Todo): Promise<MadePart[]> {
  const failed = (part: TodoPart, error: unknown): MadePart => {
    const { output } = part
    const failure = chunk.reasonOf(error, { ...record, output: chunk.outputs.length > 1 ? output.name : null })
    return { ...part, image: null, isNew: false, failure }
  }
  const jobOfPart = new Map(
    parts.filter(({ image }) => image === null).map((part) => [part, jobOf(chunk, record, part)]),
  )
  const jobs = [...jobOfPart.values()].flatMap((job) => (job instanceof RecordError ? [] : [job]))
  const rendered = jobs.length === 0 ? [] : await renderRecord(chunk, record, jobs)
  const results = new Map(jobs.map((job, index) => [job, rendered[index]]))
  const nameFiles = rendered.length === 0 ? undefined : chunk.nameFiles?.(record.n)
  const finish = async (part: TodoPart): Promise<MadePart> => {
    if (part.image !== null) return { ...part, image: part.image, isNew: false, failure: null }
    const job = jobOfPart.get(part)
    if (job === undefined || job instanceof RecordError) return failed(part, job)
    const result = results.get(job)
    if (result === undefined || result instanceof RecordError) return failed(part, result)
    const image = await keep(chunk, { record, part, job, rendered: result, nameFiles })
    return { ...part, image, isNew: true, failure: null }
  }
  return Promise.all(parts.map(finish))
}

/**
 * Renders the images of a record and keeps their bytes.
 * @returns null when the process stops, or something of ours does not work: the record stays pending
 */
export async function makeImages(chunk: Chunk, todo: Todo): Promise<Made | null> {
  try {
    return { ...todo, parts: await renderParts(chunk, todo) }
  } catch (error) {
    if (chunk.signal.aborted || error === chunk.trouble) return null
    if (isOurTrouble(error)) {
      chunk.trouble = error
      return null
    }
    const failure = chunk.reasonOf(error, todo.record)
    return { ...todo, parts: todo.parts.map((part) => ({ ...part, image: null, isNew: false, failure })) }
  }
}
