import type { VariableKind } from '@pictable/model/form'
import { variablesOf } from '@pictable/renderer/template'
import type { TemplateDesign } from '#core/template/template.ts'

/** From the kind that says most: a name may be used in several places. */
const order = ['image', 'color', 'number', 'boolean', 'text'] as const satisfies readonly VariableKind[]

/** The variables of a design with the kind of answer that suits each. */
export function kindsOfVariables(design: TemplateDesign): Map<string, VariableKind> {
  const byName = Map.groupBy(variablesOf(design), ({ name }) => name)
  return new Map(
    [...byName].map(([name, uses]) => [name, order.find((kind) => uses.some((use) => use.kind === kind)) ?? 'text']),
  )
}
