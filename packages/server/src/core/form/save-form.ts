import { type Question, questionKindsOf } from '@pictable/model/form'
import { formTextFor } from '@pictable/model/form-texts/texts'
import type { AppError, ErrorDetail } from '#core/errors.ts'
import { pointer } from '#core/pointer.ts'
import type { Form } from '#core/ports/data/forms.ts'
import type { World } from '#core/ports/world.ts'
import { refused, refuseIfAny } from '#core/refuse.ts'
import { found, stored, type Target, toBeChanged } from '#core/revision.ts'
import type { Table } from '#core/table/table.ts'
import type { TemplateVersion } from '#core/template/template.ts'
import { findNamed, listed } from '#core/words.ts'
import { newLink } from './form.ts'
import { fieldProblem, readsOwnTable } from './form-parts.ts'
import { readAnswer } from './read-answers.ts'
import { kindsOfVariables } from './template-variables.ts'

/** A question as it was given: its field by name or id. */
export type DraftQuestion = Omit<Question, 'fieldId'> & { field: string | null }

type Settings = Omit<
  Form,
  | 'id'
  | 'templateId'
  | 'questions'
  | 'tokenHash'
  | 'sealedToken'
  | 'submissionCount'
  | 'lastSubmissionAt'
  | 'revision'
  | 'createdAt'
  | 'updatedAt'
>

export interface FormDraft extends Settings {
  templateId: string
  questions: readonly DraftQuestion[]
}

export type FormChange = { [Name in keyof Omit<FormDraft, 'templateId'>]?: FormDraft[Name] | undefined }

type SaveWorld = Pick<World, 'clock' | 'data' | 'digest' | 'newId' | 'random' | 'secrets'>

const invalid = (place: string, detail: string): AppError =>
  refused([{ pointer: pointer(place), detail }], 'The form cannot be saved.')

async function publishedVersion({ data }: Pick<World, 'data'>, id: string): Promise<TemplateVersion> {
  const template = await data.templates.get(id)
  if (template === null) throw invalid('template_id', `There is no template ${id}.`)
  const { publishedVersion: number, name } = template
  if (number === null)
    throw invalid('template_id', `The template "${name}" has no published version. Publish it first.`)
  return found(await data.templates.getVersion(id, number), `version ${number} of template`, id)
}

async function tableOf({ data }: Pick<World, 'data'>, { tableId, actionId }: FormDraft): Promise<Table | null> {
  const table = tableId === null ? null : await data.tables.get(tableId)
  if (tableId !== null && table === null) throw invalid('table_id', `There is no table ${tableId}.`)
  if (actionId === null) return table
  const action = await data.actions.get(actionId)
  if (action === null) throw invalid('action_id', `There is no action ${actionId}.`)
  if (table === null) throw invalid('action_id', 'An action needs the table that it reads: set table_id.')
  if (!(await readsOwnTable({ data }, action, table.id)))
    throw invalid('action_id', `The action "${action.title}" does not read the table "${table.name}".`)
  return table
}

interface Checking {
  version: TemplateVersion
  table: Table | null
  errors: ErrorDetail[]
}

/** What a kind of question needs, and its default. */
function problemIn(question: Question): [string, string] | null {
  const { kind, choices, min, max, default: usual } = question
  if (kind === 'choice' && choices.length === 0) return ['choices', 'A choice needs choices.']
  if (min !== null && max !== null && min > max) return ['max', 'max must not be below min.']
  if (usual === null) return null
  if (kind === 'image') return ['default', 'A picture has no default. Set one in the template.']
  const { problem } = readAnswer(question, usual)
  return problem === null
    ? null
    : ['default', formTextFor('en')(problem.name, { label: 'The default', ...problem.values })]
}

function readQuestion(
  { field: given, ...draft }: DraftQuestion,
  index: number,
  { version, table, errors }: Checking,
): Question {
  const refuse = (name: string, detail: string) => errors.push({ pointer: pointer('questions', index, name), detail })
  const variables = kindsOfVariables(version.design)
  const variable = variables.get(draft.variable)
  if (variable === undefined) {
    const names = variables.size === 0 ? 'It has none.' : `It has: ${listed([...variables.keys()])}.`
    refuse('variable', `The template has no variable "${draft.variable}". ${names}`)
  } else if (!questionKindsOf[variable].includes(draft.kind)) {
    const kinds = questionKindsOf[variable].join(', ')
    refuse('kind', `The variable "${draft.variable}" is filled by ${kinds}, not by ${draft.kind}.`)
  }
  if (given !== null && table === null) refuse('field', 'The form has no table: set table_id.')
  const field = given === null || table === null ? undefined : findNamed(table.fields, given)
  if (given !== null && table !== null && field === undefined) {
    const names = listed(table.fields.map(({ name }) => name))
    refuse('field', `The table "${table.name}" has no field "${given}". It has: ${names}.`)
  }
  const question = { ...draft, fieldId: field?.id ?? null }
  const wrong = problemIn(question)
  if (wrong !== null) refuse(...wrong)
  const unsuited = table === null ? null : fieldProblem(question, table)
  if (unsuited !== null) refuse('field', unsuited)
  return question
}

/** @throws AppError `invalid_request` that points at all that is wrong */
async function readDraft(
  world: Pick<World, 'data'>,
  draft: FormDraft,
): Promise<Omit<FormDraft, 'questions'> & { questions: Question[] }> {
  const version = await publishedVersion(world, draft.templateId)
  const table = await tableOf(world, draft)
  const errors: ErrorDetail[] = []
  const questions = draft.questions.map((question, index) => readQuestion(question, index, { version, table, errors }))
  const asked = new Set<string>()
  const fields = new Set<string>()
  for (const [index, { variable, fieldId }] of questions.entries()) {
    if (asked.has(variable))
      errors.push({ pointer: pointer('questions', index, 'variable'), detail: `"${variable}" is asked for twice.` })
    if (fieldId !== null && fields.has(fieldId))
      errors.push({ pointer: pointer('questions', index, 'field'), detail: 'Two questions fill this field.' })
    asked.add(variable)
    if (fieldId !== null) fields.add(fieldId)
  }
  const variables = kindsOfVariables(version.design)
  for (const name of Object.keys(draft.values)) {
    if (!variables.has(name))
      errors.push({ pointer: pointer('values', name), detail: `The template has no variable "${name}".` })
    else if (asked.has(name))
      errors.push({ pointer: pointer('values', name), detail: `"${name}" is asked for, so it has no value here.` })
  }
  refuseIfAny(errors, 'The form cannot be saved.')
  return { ...draft, questions }
}

export async function createForm(world: SaveWorld, draft: FormDraft): Promise<Form> {
  const read = await readDraft(world, draft)
  const id = world.newId('form')
  const now = world.clock.now()
  const counts = { submissionCount: 0, lastSubmissionAt: null }
  const form: Form = { id, ...read, ...newLink(world, id), ...counts, revision: 1, createdAt: now, updatedAt: now }
  await world.data.transaction((data) => data.forms.insert(form))
  return form
}

/** A stored question as it would be given. */
const toDraft = ({ fieldId, ...question }: Question): DraftQuestion => ({ ...question, field: fieldId })

/** @throws AppError `not_found`, `invalid_request`, `precondition_failed` */
export async function updateForm(world: SaveWorld, target: Target, change: FormChange): Promise<Form> {
  const before = toBeChanged(await world.data.forms.get(target.id), { ...target, what: 'form' })
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const draft: FormDraft = { ...before, questions: before.questions.map(toDraft), ...given }
  // One that no longer fits its template can be disabled all the same.
  const isOnlyDisabled = change.enabled === false && Object.keys(given).length === 1
  const read = isOnlyDisabled ? { enabled: false } : await readDraft(world, draft)
  const changed: Form = { ...before, ...read, updatedAt: world.clock.now() }
  return stored(await world.data.transaction((data) => data.forms.update(changed)), 'form')
}

/** A new link: the one before leads nowhere from then on. */
export async function rotateForm(world: SaveWorld, id: string): Promise<Form> {
  const before = found(await world.data.forms.get(id), 'form', id)
  const changed = { ...before, ...newLink(world, id), updatedAt: world.clock.now() }
  return stored(await world.data.transaction((data) => data.forms.update(changed)), 'form')
}
