import type { Started } from '#renderer/jobs/prepared.ts'
import { type Drawing, fill } from '#renderer/template/fill.ts'

export interface Filled {
  readonly drawing: Drawing
}

/** Puts the values of the record into the template. */
export function fillIn({ job, prepared }: Started): Filled {
  return { drawing: fill(prepared.template, job.values ?? {}, job.modifications) }
}
