import { kindOfUses, type VariableKind } from '@pictable/model/variable'
import { variablesOf } from '@pictable/renderer/template'
import type { TemplateDesign } from '#core/template/template.ts'

/** The variables of a design with the kind of answer that suits each. */
export function kindsOfVariables(design: TemplateDesign): Map<string, VariableKind> {
  const byName = Map.groupBy(variablesOf(design), ({ name }) => name)
  return new Map([...byName].map(([name, uses]) => [name, kindOfUses(uses)]))
}
