import type { TemplateBy } from '@pictable/model/template-by'
import type { Fields } from '#core/run/map-record.ts'
import { ownValue } from '#core/run/own-fields.ts'
import { RecordError } from '#core/run/record-error.ts'
import { listed, shortened } from '#core/words.ts'
import type { ActionOutput } from './outputs-of.ts'

/** The text that a value is compared by. */
export const choosingText = (text: string) => text.normalize('NFC').trim()

function unknownValue(text: string, { field, templates }: TemplateBy): RecordError {
  const what =
    text === ''
      ? `the field ${field.name}, which chooses the template, is empty`
      : `no template belongs to "${shortened(text, 80)}" in field ${field.name}`
  const cure = `Choose one for this value in the action, or change the record. Values with a template: ${listed(Object.keys(templates))}`
  return new RecordError('template_unknown', `${what}. ${cure}`)
}

/** The choice is newer than the run: nothing is drawn with a template that may be the wrong one. */
function unread({ field }: TemplateBy): RecordError {
  const what = `this run began before field ${field.name} was set to choose the template, so it has not read that field`
  return new RecordError('template_unknown', `${what}. Run the action again`)
}

/** The template of an output for a record, and why it has none. */
export function chooseTemplate(
  { templateId, templateBy }: Pick<ActionOutput, 'templateId' | 'templateBy'>,
  fields: Fields,
): { templateId: string; problem: RecordError | null } {
  if (templateBy === null) return { templateId, problem: null }
  const { field, templates, otherwise } = templateBy
  const value = ownValue(fields, field.id)
  if (value === undefined) return { templateId, problem: unread(templateBy) }
  const text = choosingText(String(value ?? ''))
  const chosen = Object.hasOwn(templates, text) ? templates[text] : undefined
  if (chosen !== undefined) return { templateId: chosen, problem: null }
  return { templateId, problem: otherwise === 'fail' ? unknownValue(text, templateBy) : null }
}
