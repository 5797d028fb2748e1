import type { FieldKind } from '@pictable/model/field'
import type { Question, QuestionKind } from '@pictable/model/form'
import type { Action } from '#core/action/action.ts'
import type { Form } from '#core/ports/data/forms.ts'
import type { World } from '#core/ports/world.ts'
import type { Table } from '#core/table/table.ts'
import type { TemplateVersion } from '#core/template/template.ts'

/** Fields of a table that can hold the answer to a question. No URLs: nothing that a stranger types is fetched. */
export const FIELD_KINDS: Readonly<Record<QuestionKind, readonly FieldKind[]>> = {
  text: ['text', 'rich_text', 'single_select'],
  long_text: ['text', 'rich_text'],
  number: ['number', 'text', 'rich_text'],
  color: ['text', 'rich_text'],
  choice: ['single_select', 'multi_select', 'text', 'rich_text', 'number'],
  date: ['date', 'date_time', 'text', 'rich_text'],
  checkbox: ['checkbox', 'text'],
  image: ['attachments'],
}

/** What a form works with, as it is now. */
export interface FormParts {
  version: TemplateVersion | null
  table: Table | null
  /** Whether its action reads its table. */
  action: Action | null
}

/** Whether an action reads a table of Pictable's own. */
export async function readsOwnTable({ data }: Pick<World, 'data'>, action: Action, tableId: string): Promise<boolean> {
  if (action.tableId !== tableId) return false
  return (await data.connections.get(action.connectionId))?.source === 'table'
}

export async function partsOf({ data }: Pick<World, 'data'>, form: Form): Promise<FormParts> {
  const { templateId, tableId, actionId } = form
  const template = await data.templates.get(templateId)
  const published = template?.publishedVersion ?? null
  const action = actionId === null ? null : await data.actions.get(actionId)
  return {
    version: published === null ? null : await data.templates.getVersion(templateId, published),
    table: tableId === null ? null : await data.tables.get(tableId),
    action: action !== null && tableId !== null && (await readsOwnTable({ data }, action, tableId)) ? action : null,
  }
}

/** Why a question cannot store its answer in the table. */
export function fieldProblem({ fieldId, kind, label }: Question, table: Table): string | null {
  if (fieldId === null) return null
  const field = table.fields.find(({ id }) => id === fieldId)
  if (field === undefined)
    return `The question "${label}" fills a field that is no longer in the table "${table.name}". Choose another field.`
  if (FIELD_KINDS[kind].includes(field.kind)) return null
  return `The question "${label}" cannot fill the field "${field.name}" (${field.kind}) of the table "${table.name}". Choose another field.`
}

/** Why visitors cannot submit a form that is enabled, in words for its owner; null when they can. */
export function problemOf(form: Form, { version, table, action }: FormParts): string | null {
  if (version === null) return 'The template has no published version. Publish it.'
  if (form.tableId !== null && table === null) return 'The table of the form does not exist. Choose another one.'
  if (form.actionId !== null && action === null)
    return 'The action of the form no longer reads its table. Choose another action.'
  if (table === null) return null
  for (const question of form.questions) {
    const problem = fieldProblem(question, table)
    if (problem !== null) return problem
  }
  return null
}
