import type { TemplateValue } from '@pictable/model/value'
import { variablesOf } from '@pictable/renderer/template'
import type { TemplateDesign } from './template.ts'

/**
 * What a design is looked at with: the values that are known of those it binds, and in texts without one their own name,
 * as a designer would write "Title" there.
 */
export function sampleValues(
  design: TemplateDesign,
  known: Readonly<Record<string, TemplateValue>>,
): Record<string, TemplateValue> {
  const byName = Map.groupBy(variablesOf(design), ({ name }) => name)
  return Object.fromEntries(
    [...byName].flatMap(([name, uses]): [string, TemplateValue][] => {
      if (Object.hasOwn(known, name)) return [[name, known[name] ?? null]]
      const isText =
        uses.every(({ kind, isResult }) => kind === 'text' && isResult) &&
        uses.some(({ property }) => property === 'text')
      return isText ? [[name, name]] : []
    }),
  )
}
