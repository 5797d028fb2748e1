import { createHash } from 'node:crypto'
import { AppError } from '#core/errors.ts'
import type { RenderJob, RenderResult, Sequence } from '#core/ports/renderer.ts'
import type { RecordError } from '#core/run/record-error.ts'
import type { TemplateDesign } from '#core/template/template.ts'
import { drawnDesign } from './drawn-design.ts'
import type { OneRender, ToInspect, ToLayoutTables, ToPreview, ToRender } from './messages.ts'

/** A picture, or why there is none. */
export type Outcome = RenderResult | RecordError

/** One record on its way through the pool. */
export interface Task {
  readonly id: number
  /** What it draws. */
  readonly templates: readonly (NamedDesign & { design: TemplateDesign })[]
  readonly request: ToRender | ToInspect | ToLayoutTables | ToPreview
  readonly load: RenderJob['load']
  /** For the log. */
  readonly ids: Readonly<Record<string, string | number>> | undefined
  /** So many times the time of one picture it may take. */
  readonly timeShares: number
  /** Of the two places of a process, how many it takes: both when the frame is large or when it has to be alone. */
  places: 1 | 2
  /** Rendering time of earlier stints in the process it is in. */
  usedMs: number
  /** It has a process to itself, because one ended while it worked there. */
  alone: boolean
  /** Processes that ended with it. */
  deaths: number
  /** Aborts when the outcome is known: nothing needs to be loaded any more. */
  readonly over: AbortSignal
  settle(outcome: Outcome[] | Error): void
}

/** Frames above this are held three times in memory while they are encoded: one at a time. */
export const largeFramePx = 4_000_000

interface NamedDesign {
  key: string
  /** Of its JSON. */
  characters: number
}

const named = new WeakMap<TemplateDesign, NamedDesign>()

/** Names a design by what is in it, so that equal designs are one and a changed one is another. */
function nameDesign(design: TemplateDesign): NamedDesign {
  const known = named.get(design)
  if (known !== undefined) return known
  const json = JSON.stringify(design)
  const made = { key: createHash('sha256').update(json).digest('hex'), characters: json.length }
  named.set(design, made)
  return made
}

function placesOf({ version: { design }, output, sequence }: RenderJob): 1 | 2 {
  if (sequence !== undefined) return 2
  const isLarge = design.width * design.height * (output.scale ?? 1) ** 2 > largeFramePx
  // What a page cannot show as shapes is drawn as finely as printers resolve.
  return isLarge || output.formats.includes('pdf') ? 2 : 1
}

let lastId = 0

/** Of a sequence or several outputs, which seldom all take as long as the slowest. */
const mostTimeShares = 12

interface Wrapped {
  task: Task
  result: Promise<Outcome[]>
}

function renderOf(job: RenderJob, key: string): OneRender {
  const { values, modifications, output, reportScale, region, preview = false, sequence } = job
  const { formats, quality, effort, scale, encoding, thumbnail } = output
  return {
    key,
    values: { ...values },
    modifications: [...modifications],
    formats: [...formats],
    quality,
    effort,
    scale,
    reportScale,
    encoding,
    thumbnail,
    region,
    preview,
    ...(sequence !== undefined && { sequence: sentSequence(sequence) }),
  }
}

function loggedIds(ids: RenderJob['ids']): Task['ids'] {
  if (ids === undefined) return undefined
  if ('runId' in ids) return { run_id: ids.runId, record_id: ids.recordId }
  return { batch_id: ids.batchId, index: ids.n }
}

/** `createTask()` wraps jobs of one record, and the promise of their results. */
export function createTask(jobs: readonly RenderJob[]): Wrapped {
  const [{ load, ids: of } = { load: undefined }] = jobs
  const designs = jobs.map(drawnDesign)
  const templates = designs.map((design) => ({ ...nameDesign(design), design }))
  const id = ++lastId
  const request: ToRender = {
    type: 'render',
    id,
    renders: jobs.map((job, index) => renderOf(job, templates[index]?.key ?? '')),
  }
  const rows = jobs.reduce((sum, { sequence }) => sum + (sequence?.rows.length ?? 1), 0)
  const places = jobs.some((job) => placesOf(job) === 2) ? 2 : 1
  return wrap({ id, templates, request, load, ids: loggedIds(of), timeShares: Math.min(mostTimeShares, rows), places })
}

/** The same for a look at the file of a font. */
export function createInspection(bytes: Uint8Array, name: string): Wrapped {
  return wrapPlain({ type: 'inspect-font', id: ++lastId, bytes, name })
}

/** The same for the unpacked tables of the file of a font. */
export function createUnpacking(bytes: Uint8Array): Wrapped {
  return wrapPlain({ type: 'layout-tables', id: ++lastId, bytes })
}

/** The same for the preview of a stored picture, whose size is not known. */
export function createPreviewing(bytes: Uint8Array): Wrapped {
  return wrapPlain({ type: 'make-preview', id: ++lastId, bytes }, 2)
}

/** What draws no template. */
function wrapPlain(request: ToInspect | ToLayoutTables | ToPreview, places: 1 | 2 = 1): Wrapped {
  return wrap({ id: request.id, templates: [], request, load: undefined, ids: undefined, timeShares: 1, places })
}

function sentSequence(sequence: Sequence): NonNullable<OneRender['sequence']> {
  const rows = sequence.rows.map(({ values, modifications }) => ({
    values: { ...values },
    modifications: [...modifications],
  }))
  if (sequence.kind === 'pages') return { kind: 'pages', rows }
  const { formats, delaysMs, loop } = sequence
  return {
    kind: 'frames',
    rows,
    formats: [...formats],
    delaysMs: typeof delaysMs === 'number' ? delaysMs : [...delaysMs],
    loop,
  }
}

function wrap(work: Pick<Task, 'id' | 'templates' | 'request' | 'load' | 'ids' | 'timeShares' | 'places'>): Wrapped {
  const { promise, resolve, reject } = Promise.withResolvers<Outcome[]>()
  const controller = new AbortController()
  const task: Task = {
    ...work,
    usedMs: 0,
    alone: false,
    deaths: 0,
    over: controller.signal,
    settle(outcome) {
      if (outcome instanceof Error) reject(outcome)
      else resolve(outcome)
      controller.abort()
    },
  }
  return { task, result: promise }
}

/** The error of a pool that has more to do than it can. */
export function busyError(): AppError {
  const message = 'Too many images are requested at the same time. Retry in a moment, or add render processes.'
  return new AppError('unavailable', message, { retryAfterMs: 2000 })
}

/** The error of a pool that has ended. */
export function closedError(): AppError {
  return new AppError('unavailable', 'Pictable is shutting down. Retry in a moment.')
}
