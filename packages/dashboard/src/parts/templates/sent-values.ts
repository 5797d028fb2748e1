import type { TemplateValue } from '@pictable/model/value'
import type { Values } from '@pictable/renderer/browser'
import { type TemplateInput, variablesOf } from '@pictable/renderer/template'
import * as v from 'valibot'
import { templateValue } from './template-value.ts'

const sent = (value: unknown) => (v.is(templateValue, value) ? value : null)

/** The values that the design asks for. What is missing is sent as `null`: by itself the server shows the name of a text's variable in its place. */
export function sentValues(design: Pick<TemplateInput, 'layers'>, values: Values): Record<string, TemplateValue> {
  const names = new Set(variablesOf(design).map(({ name }) => name))
  return Object.fromEntries([...names].map((name) => [name, sent(values[name])]))
}
