import { z } from 'zod'
import { readPath } from './path.ts'

/** The `d` of an SVG path without arcs; `example` is a valid one, for the error. */
export function pathSchema(example: string) {
  // Abort: text that is too long is not read.
  return z
    .string()
    .max(20_000, { abort: true })
    .refine((d) => readPath(d) !== undefined, `is not an SVG path such as "${example}" (arcs cannot be used)`)
}
