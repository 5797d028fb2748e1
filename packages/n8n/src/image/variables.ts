import type { FieldType, ILoadOptionsFunctions, ResourceMapperField, ResourceMapperFields } from 'n8n-workflow'
import type { TemplateVariable } from '#n8n/api/answers.ts'
import { callApi } from '#n8n/api/call-api.ts'

type Kind = TemplateVariable['kind']

/**
 * n8n converts values of a type to it. A text has none: charts and tables take lists under the same kind, which n8n
 * would refuse as texts, and Pictable writes numbers as texts itself.
 */
const types: Partial<Record<Kind, FieldType>> = {
  number: 'number',
  boolean: 'boolean',
  image: 'string',
  color: 'string',
}

/** `fieldsOf()` makes one input of each variable. One that is used in several ways takes any value. */
export function fieldsOf(variables: readonly TemplateVariable[]): ResourceMapperField[] {
  const kinds = new Map<string, Set<Kind>>()
  for (const { name, kind } of variables) kinds.set(name, (kinds.get(name) ?? new Set()).add(kind))
  return [...kinds].map(([name, uses]) => {
    const [first = 'text'] = uses
    const kind: Kind = uses.size === 1 ? first : 'text'
    const type = types[kind]
    return {
      id: name,
      displayName: kind === 'image' || kind === 'color' ? `${name} (${kind})` : name,
      required: false,
      defaultMatch: false,
      canBeUsedToMatch: false,
      display: true,
      ...(type && { type }),
    }
  })
}

export async function readVariables(
  context: Parameters<typeof callApi>[0],
  templateId: string,
  itemIndex?: number,
): Promise<TemplateVariable[]> {
  const path = `/v1/templates/${encodeURIComponent(templateId)}/variables`
  const request = { method: 'GET', path, ...(itemIndex !== undefined && { itemIndex }) } as const
  return (await callApi<{ variables: TemplateVariable[] }>(context, request)).variables
}

/** The inputs of the template that is chosen in the editor of n8n. */
export async function getVariables(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
  const id = String(this.getNodeParameter('template', '', { extractValue: true }) ?? '').trim()
  if (id === '') return { fields: [] }
  const fields = fieldsOf(await readVariables(this, id))
  return { fields, ...(fields.length === 0 && { emptyFieldsNotice: 'This template has no variables.' }) }
}
