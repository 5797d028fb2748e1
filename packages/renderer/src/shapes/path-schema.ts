import { z } from 'zod/mini'
import { isPath } from './path.ts'

/** The `d` of an SVG path without arcs; `example` is a valid one, for the error. */
export function pathSchema(example: string) {
  // Abort: text that is too long is not read.
  return z
    .string()
    .check(
      z.maxLength(20_000, { abort: true }),
      z.refine(isPath, `is not an SVG path such as "${example}" (arcs cannot be used)`),
    )
}
