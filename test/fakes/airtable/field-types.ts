import { createId } from './ids.ts'
import type { Field } from './model.ts'

interface FieldType {
  /** Airtable works the value out itself and refuses every write. */
  computed?: true
  /** `POST …/tables` takes it. */
  creatable?: true
  /** May be the first field of a table. */
  primary?: true
  /** Options of a field for which none are named. */
  options?: () => Record<string, unknown>
}

const dateFormat = { name: 'iso', format: 'YYYY-MM-DD' }
const timeFormat = { name: '24hour', format: 'HH:mm' }
const dateTime = { dateFormat, timeFormat, timeZone: 'utc' }
const timeResult = { type: 'dateTime', options: dateTime }

const plain: FieldType = { creatable: true, primary: true }
const computed: FieldType = { computed: true }

/** Every type of the metadata API, by its name there. */
const fieldTypes = new Map<string, FieldType>(
  Object.entries<FieldType>({
    singleLineText: plain,
    multilineText: plain,
    email: plain,
    url: plain,
    phoneNumber: plain,
    barcode: plain,
    richText: { creatable: true },
    number: { ...plain, options: () => ({ precision: 0 }) },
    percent: { ...plain, options: () => ({ precision: 0 }) },
    currency: { ...plain, options: () => ({ precision: 2, symbol: '$' }) },
    duration: { ...plain, options: () => ({ durationFormat: 'h:mm' }) },
    date: { ...plain, options: () => ({ dateFormat }) },
    dateTime: { ...plain, options: () => dateTime },
    rating: { creatable: true, options: () => ({ icon: 'star', max: 5, color: 'yellowBright' }) },
    checkbox: { creatable: true, options: () => ({ icon: 'check', color: 'greenBright' }) },
    singleSelect: { creatable: true, options: () => ({ choices: [] }) },
    multipleSelects: { creatable: true, options: () => ({ choices: [] }) },
    singleCollaborator: { creatable: true },
    multipleCollaborators: { creatable: true },
    multipleAttachments: { creatable: true, options: () => ({ isReversed: false }) },
    multipleRecordLinks: { options: () => ({ isReversed: false, prefersSingleRecordLink: false }) },
    formula: { ...computed, options: () => ({ isValid: true, referencedFieldIds: [] }) },
    rollup: { ...computed, options: () => ({ isValid: true, referencedFieldIds: [] }) },
    multipleLookupValues: { ...computed, options: () => ({ isValid: true }) },
    count: { ...computed, options: () => ({ isValid: true }) },
    autoNumber: computed,
    createdTime: { ...computed, options: () => ({ result: timeResult }) },
    lastModifiedTime: {
      ...computed,
      options: () => ({ isValid: true, referencedFieldIds: [], result: timeResult }),
    },
    createdBy: computed,
    lastModifiedBy: computed,
    button: computed,
    externalSyncSource: { ...computed, options: () => ({ choices: [] }) },
    aiText: { ...computed, options: () => ({ prompt: [], referencedFieldIds: [] }) },
  }),
)

/** Types the fake has never heard of stand for what Airtable will invent next: stored, shown, never written. */
export const isComputed = (field: Field): boolean => fieldTypes.get(field.type)?.computed ?? !fieldTypes.has(field.type)
export const isCreatable = (type: string): boolean => fieldTypes.get(type)?.creatable ?? false
export const mayBePrimary = (type: string): boolean => fieldTypes.get(type)?.primary ?? false
export const isKnownType = (type: string): boolean => fieldTypes.has(type)
export const knownTypes = (): string[] => [...fieldTypes.keys()]

export interface Choice {
  id: string
  name: string
  color: string
}

const colors = ['blueLight2', 'cyanLight2', 'tealLight2', 'greenLight2', 'yellowLight2', 'orangeLight2', 'redLight2']

function choiceOf(given: unknown, index: number): Choice {
  const named = typeof given === 'string' ? { name: given } : given
  const part = (key: string): unknown =>
    typeof named === 'object' && named !== null ? Object.getOwnPropertyDescriptor(named, key)?.value : undefined
  const [id, color] = [part('id'), part('color')]
  return {
    id: typeof id === 'string' ? id : createId('sel'),
    name: String(part('name')),
    color: typeof color === 'string' ? color : (colors[index % colors.length] ?? 'blueLight2'),
  }
}

/** The options that a new field of this type gets, choices with ids. */
export function completeOptions(
  type: string,
  given: Record<string, unknown> | undefined,
): Record<string, unknown> | undefined {
  const usual = fieldTypes.get(type)?.options?.()
  if (!usual && !given) return undefined
  const options: Record<string, unknown> = { ...usual, ...given }
  if (Array.isArray(options.choices)) options.choices = options.choices.map(choiceOf)
  return options
}

export function choicesOf(field: Field): Choice[] {
  const choices = field.options?.choices
  return Array.isArray(choices) ? choices.map(choiceOf) : []
}

/** Adds a choice, as typecast does. */
export function addChoice(field: Field, name: string): void {
  const choices = choicesOf(field)
  field.options = { ...field.options, choices: [...choices, choiceOf(name, choices.length)] }
}
