import { atOnce } from '#renderer/async/at-once.ts'
import type { KnownLayers } from './parse-layers.ts'
import { parseInSteps, type Template, type TemplateInput } from './template.ts'

/** Parses templates of which most layers were parsed before. */
export type TemplateParser = (input: TemplateInput) => Template

/**
 * Makes a parser that returns the same layer for the same object, at any depth: a design of which one layer changed costs
 * little more than that layer. What was parsed must not be changed afterwards. Throws what `parseTemplate()` throws.
 */
export function createTemplateParser(): TemplateParser {
  const known: KnownLayers = new WeakMap()
  return (input) => atOnce(parseInSteps(input, known))
}
