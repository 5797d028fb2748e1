import { createHash } from 'node:crypto'
import { AppError } from '#core/errors.ts'
import type { RenderJob, RenderResult } from '#core/ports/renderer.ts'
import type { TemplateDesign } from '#core/template/template.ts'

/** One record on its way through the pool. */
export interface Task {
  readonly id: number
  readonly job: RenderJob
  readonly templateKey: string
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
  settle(outcome: RenderResult | Error): void
}

/** Frames above this are held three times in memory while they are encoded: one at a time. */
const largeFramePx = 4_000_000

const keys = new WeakMap<TemplateDesign, string>()

/** Names a design by what is in it, so that equal designs are one and a changed one is another. */
export function keyOf(design: TemplateDesign): string {
  const known = keys.get(design)
  if (known !== undefined) return known
  const key = createHash('sha256').update(JSON.stringify(design)).digest('hex')
  keys.set(design, key)
  return key
}

function placesOf({ version: { design }, output }: RenderJob): 1 | 2 {
  const isLarge = design.width * design.height * (output.scale ?? 1) ** 2 > largeFramePx
  // What a page cannot show as shapes is drawn as finely as printers resolve.
  return isLarge || output.formats.includes('pdf') ? 2 : 1
}

let lastId = 0

/** `createTask()` wraps a job and the promise of its result. */
export function createTask(job: RenderJob): { task: Task; result: Promise<RenderResult> } {
  const { promise, resolve, reject } = Promise.withResolvers<RenderResult>()
  const controller = new AbortController()
  const task: Task = {
    id: ++lastId,
    job,
    templateKey: keyOf(job.version.design),
    places: placesOf(job),
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

/** The error of a pool that has ended. */
export function closedError(): AppError {
  return new AppError('unavailable', 'Pictable is shutting down. Try again in a moment.')
}
