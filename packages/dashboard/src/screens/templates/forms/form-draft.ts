import type { CallAnswer, CallInput, Contract } from '@pictable/client'
import { formDefaults, type QuestionKind, questionKindsOf } from '@pictable/model/form'
import { kindOfUses } from '@pictable/model/variable'

export type FormJson = CallAnswer<Contract['forms']['get']>
type Variable = CallAnswer<Contract['templates']['variables']>['variables'][number]
export type TableJson = CallAnswer<Contract['tables']['get']>
type TableFields = CallInput<Contract['tables']['create']>['body']['fields']

/** A variable that the form may ask for. */
export interface QuestionDraft {
  variable: string
  kinds: readonly QuestionKind[]
  isAsked: boolean
  kind: QuestionKind
  label: string
  help: string
  isRequired: boolean
  maxLength: number
  /** Of a number, as typed. */
  min: string
  max: string
  choices: string
  /** The answer that is filled in, as typed; `true` for a checkbox that is checked. Empty for none. */
  usual: string
  /** Id of the field that the answers go into. */
  field: string | null
}

export interface FormDraft {
  title: string
  intro: string
  questions: readonly QuestionDraft[]
  /** Id of a table, `new` or nothing. */
  table: string
  action: string
  embedders: string
  perHour: number
  perDay: number
  submitLabel: string
  thanks: string
  language: string
}

export const NEW_TABLE = 'new'

/** `first_name` as people write it. */
function readable(name: string): string {
  const words = name.replaceAll(/[_-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const typed = (value: string | number | boolean | null | undefined): string => String(value ?? '')

function questionOf(name: string, uses: readonly Variable[], stored: FormJson | null): QuestionDraft {
  const used = kindOfUses(uses)
  const kinds = questionKindsOf[used]
  const asked = stored?.questions.find(({ variable }) => variable === name)
  const kind = asked?.kind ?? kinds[0] ?? 'text'
  return {
    variable: name,
    kinds,
    isAsked: stored === null || asked !== undefined,
    kind,
    label: asked?.label ?? readable(name),
    help: asked?.help ?? '',
    isRequired: asked?.required ?? used === 'text',
    maxLength: asked?.max_length ?? Number.NaN,
    min: typed(asked?.min),
    max: typed(asked?.max),
    choices: asked?.choices.join('\n') ?? '',
    usual: typed(asked?.default),
    field: asked?.field ?? null,
  }
}

/** A draft with a question for each variable: as the form has it, else as it most likely should be. */
export function draftOf(variables: readonly Variable[], stored: FormJson | null, title: string): FormDraft {
  const byName = Map.groupBy(variables, ({ name }) => name)
  const questions = [...byName].map(([name, uses]) => questionOf(name, uses, stored))
  const place = ({ variable }: QuestionDraft) => {
    const at = stored?.questions.findIndex((question) => question.variable === variable) ?? -1
    return at < 0 ? questions.length : at
  }
  return {
    title: stored?.title ?? title,
    intro: stored?.intro ?? '',
    questions: questions.toSorted((a, b) => place(a) - place(b)),
    table: stored?.table_id ?? '',
    action: stored?.action_id ?? '',
    embedders: stored?.frame_ancestors.join('\n') ?? '',
    perHour: stored?.submissions_per_hour ?? formDefaults.submissionsPerHour,
    perDay: stored?.submissions_per_day ?? formDefaults.submissionsPerDay,
    submitLabel: stored?.submit_label ?? '',
    thanks: stored?.thanks ?? '',
    language: stored?.language ?? formDefaults.language,
  }
}

/** Moves a question one place up (-1) or down (1). At an end it stays where it is. */
export function moved(questions: readonly QuestionDraft[], index: number, by: 1 | -1): QuestionDraft[] {
  const [one, other] = [questions[index], questions[index + by]]
  return one && other ? questions.with(index, other).with(index + by, one) : [...questions]
}

export const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const fieldKinds = {
  text: 'text',
  long_text: 'text',
  number: 'number',
  color: 'text',
  choice: 'single_select',
  date: 'date',
  checkbox: 'checkbox',
  image: 'attachments',
} as const satisfies Record<QuestionKind, string>

const askedOf = ({ questions }: FormDraft) => questions.filter(({ isAsked }) => isAsked)

/** The fields of a new table for the answers. The first one names its rows, so it is a text. */
export function fieldsOf(draft: FormDraft): TableFields {
  const fields = askedOf(draft).map(({ variable, kind }) => ({ name: variable, kind: fieldKinds[kind] }))
  const first = fields.findIndex(({ kind }) => kind === 'text')
  const named = first < 0 ? [{ name: 'Entry', kind: 'text' as const }] : fields.splice(first, 1)
  return [...named, ...fields]
}

/** The field of a table that an answer goes into: the one it had, else the one of its name. */
function fieldFor({ variable, label, field }: QuestionDraft, table: TableJson | null): string | null {
  if (table === null) return null
  const had = table.fields.find(({ id }) => id === field)
  const names = [variable, label].map((name) => name.toLowerCase())
  const named = table.fields.find(({ name }) => names.includes(name.toLowerCase()))
  return (had ?? named)?.id ?? null
}

/** Text that is no number is sent as it is: the server says what is wrong with it. */
const numberOf = (text: string): number | string => (Number.isNaN(Number(text)) ? text : Number(text))

/** The answer that is filled in, as its kind has it. */
function usualOf({ kind, usual }: QuestionDraft): string | number | boolean | null {
  if (kind === 'checkbox') return usual === 'true' || null
  if (usual === '' || kind === 'image') return null
  return kind === 'number' ? numberOf(usual) : usual
}

/** A bound of a number; null for none. */
const boundOf = ({ kind }: QuestionDraft, text: string): number | null =>
  kind === 'number' && text.trim() !== '' ? Number(text) : null

/** What is sent of a draft, with the table that it adds rows to. */
export function bodyOf(draft: FormDraft, table: TableJson | null) {
  return {
    title: draft.title,
    intro: draft.intro,
    questions: askedOf(draft).map((question) => ({
      variable: question.variable,
      kind: question.kind,
      label: question.label,
      help: question.help === '' ? null : question.help,
      required: question.isRequired,
      max_length: Number.isNaN(question.maxLength) || !/text/.test(question.kind) ? null : question.maxLength,
      min: boundOf(question, question.min),
      max: boundOf(question, question.max),
      choices: question.kind === 'choice' ? linesOf(question.choices) : [],
      default: usualOf(question),
      field: fieldFor(question, table),
    })),
    table_id: table?.id ?? null,
    action_id: draft.action === '' || table === null ? null : draft.action,
    frame_ancestors: linesOf(draft.embedders),
    submissions_per_hour: draft.perHour,
    submissions_per_day: draft.perDay,
    submit_label: draft.submitLabel,
    thanks: draft.thanks,
    language: draft.language,
  }
}
