import type { Started } from '#renderer/jobs/prepared.ts'
import { type Drawing, fill } from '#renderer/template/fill.ts'

export interface Filled {
  readonly drawing: Drawing
}

/** Puts the values of the record into the template. */
export function fillIn({ job: { values, modifications }, prepared, tolerance }: Started): Filled {
  return { drawing: fill(prepared.template, { values, modifications, tolerance }) }
}
