import type { FieldRef } from '@pictable/model/field'
import type { MappingEntry, TextEntryOf } from '@pictable/model/mapping'
import type { TemplateValue } from '@pictable/model/value'
import {
  type Bounded,
  ExpressionError,
  fillText,
  placed,
  readWrittenText,
  type WrittenText,
  workOfRecord,
} from '@pictable/renderer/expressions'
import { localeOf } from '@pictable/renderer/template'
import { AppError } from '#core/errors.ts'
import type { Field, FieldValue, SourceRecord } from '#core/ports/source.ts'
import type { TemplateDesign } from '#core/template/template.ts'
import { nextTurn } from '#core/turns.ts'
import { findNamed, sentence, shortened } from '#core/words.ts'
import { hasTooManyLinks, tooManyLinks } from './linked-ids.ts'
import { RecordError } from './record-error.ts'

/** A text of the mapping, with the fields that the names in it mean. */
export interface MappingText {
  readonly written: WrittenText
  readonly fields: ReadonlyMap<string, Field>
}

interface BoundField {
  field: Field
  /** The same as its table shows it, where that is wanted. */
  shown?: MappingText
}

/** Fields of the rows that a field links to. */
export interface BoundLink {
  link: Field
  columns: readonly Field[]
  /** By the id of its column: the same as the linked table shows it, where that is wanted. */
  shown?: ReadonlyMap<string, MappingText>
  /** Where templates only show it as text: each row is a line. */
  isText?: true
  /** Where templates need the values of its only column, as charts do. */
  isList?: true
}

/** Where a name bound in the template gets its value from. */
export interface Binding {
  name: string
  from: BoundField | BoundLink | { value: TemplateValue } | { text: MappingText }
}

/** A text of the mapping in one locale. */
interface LocalText {
  /** null where it cannot be made. */
  readonly text: string | null
  readonly problems: readonly string[]
}

/** What a text of the mapping became about which there is something to say. */
export interface Composed extends LocalText {
  /** Where templates have other locales, what it is in those where it differs. */
  readonly inLocales?: Readonly<Record<string, LocalText>>
}

/** The rows that a record links to, each by the names of its fields. */
export interface LinkedRows {
  readonly rows: readonly LinkedRow[]
  /** Where templates have other locales, the rows in those where they differ. */
  readonly inLocales?: Readonly<Record<string, readonly LinkedRow[]>>
  /** Where templates need the values of the only field. */
  readonly isList?: true
}

type LinkedRow = Readonly<Record<string, FieldValue>>

/** What a record fills a name with. */
export type BoundValue = FieldValue | Composed | LinkedRows

export type Fields = Readonly<Record<string, BoundValue>>

/** The field by its id, else by its last known name. */
export function findField(fields: readonly Field[], ref: { id: string; name: string }): Field | undefined {
  return fields.find(({ id }) => id === ref.id) ?? fields.find(({ name }) => name === ref.name)
}

function readMappingText({ text, fields: refs = {} }: TextEntryOf<FieldRef>, fields: readonly Field[]): MappingText {
  const written = readWrittenText(text)
  const found = written.names.flatMap(({ name }): [string, Field][] => {
    const ref = Object.hasOwn(refs, name) ? refs[name] : undefined
    const field = ref === undefined ? findNamed(fields, name) : findField(fields, ref)
    return field === undefined ? [] : [[name, field]]
  })
  return { written, fields: new Map(found) }
}

/** @throws AppError `source_invalid` for a text that this release cannot read */
function bindEntry(
  entry: MappingEntry,
  { name, fields }: { name: string; fields: readonly Field[] },
): Binding['from'] | undefined {
  if ('value' in entry) return entry
  if ('text' in entry) {
    try {
      return { text: readMappingText(entry, fields) }
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error
      const words = `The text of the mapping for "${name}" cannot be parsed: ${sentence(placed(error))} Correct it in the action.`
      throw new AppError('source_invalid', words)
    }
  }
  const field = findField(fields, entry.field)
  if (field === undefined || !('columns' in entry)) return field && { field }
  const known = field.link?.fields ?? []
  return { link: field, columns: entry.columns.flatMap((column) => findField(known, column) ?? []) }
}

function bindByName(fields: readonly Field[], name: string): Binding['from'] | undefined {
  const field = findNamed(fields, name)
  return field && { field }
}

/**
 * The source of each bound name: its entry in the mapping, else the field of the same name.
 * @returns the bindings, and the names that nothing fills
 */
export function bindNames(
  names: Iterable<string>,
  mapping: Readonly<Record<string, MappingEntry>>,
  fields: readonly Field[],
): { bindings: Binding[]; unbound: string[] } {
  const bindings: Binding[] = []
  const unbound: string[] = []
  for (const name of new Set(names)) {
    const entry = Object.hasOwn(mapping, name) ? mapping[name] : undefined
    const from = entry === undefined ? bindByName(fields, name) : bindEntry(entry, { name, fields })
    if (from === undefined) unbound.push(name)
    else bindings.push({ name, from })
  }
  return { bindings, unbound }
}

/** The fields that a binding reads. */
export function fieldsOf({ from }: Binding): readonly Field[] {
  if ('value' in from) return []
  if ('link' in from) return [from.link]
  return 'field' in from ? [from.field] : [...from.text.fields.values()]
}

/** Whether nothing stands in the cell. */
export function isEmptyCell(value: BoundValue | undefined): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/** A cell as it counts: nothing is null, and a box that tables leave out when it is not ticked is false. */
export function cellOf(field: Field, record: SourceRecord): FieldValue {
  const value = record.fields[field.id] ?? null
  if (field.kind === 'checkbox') return value ?? false
  return isEmptyCell(value) ? null : value
}

const holdsFiles = (value: FieldValue) =>
  Array.isArray(value) && value.some((item) => typeof item === 'object' && 'url' in item)

/** Why files cannot be a part of a text, for people. */
export const filesInText = (name: string) =>
  `the field "${name}" contains files, not text. Map the field itself, or use another field`

/** A cell as expressions take it: lists stay lists, so that filters can join them. */
function expressionValueOf(value: FieldValue) {
  if (!Array.isArray(value)) return templateValueOf(value)
  return value.map((item) => (typeof item === 'string' ? item : 'label' in item ? item.label : ''))
}

/** The rows that a record links to, or why they cannot be had. */
export type FindRows = (link: BoundLink, writing: Writing) => LinkedRows | Composed

/** A record and how its texts are written. */
export interface Writing {
  record: SourceRecord
  locale: string
  /** Of all texts of the record. */
  work: Bounded['work']
}

interface Composing extends Writing {
  findRows: FindRows
}

/** The text for a record. What a filter does not suit is left as it is. */
export function composeText({ written, fields }: MappingText, { record, locale, work }: Writing): string | Composed {
  const cells = new Map(Array.from(fields, ([name, field]) => [name, cellOf(field, record)] as const))
  const files = written.names.find(({ name }) => holdsFiles(cells.get(name) ?? null))
  if (files !== undefined) {
    const { name } = fields.get(files.name) ?? files
    return { text: null, problems: [`at character ${files.at + 1}: ${filesInText(name)}`] }
  }
  const crowded = written.names.find(({ name }) => hasTooManyLinks(cells.get(name) ?? null))
  if (crowded !== undefined) return { text: null, problems: [`at character ${crowded.at + 1}: ${tooManyLinks}`] }
  const problems: string[] = []
  const scope = {
    look: (name: string) => expressionValueOf(cells.get(name) ?? null),
    locale,
    warn: (warning: string) => problems.push(warning),
  }
  try {
    const text = fillText(written, { ...scope, work })
    return problems.length === 0 ? text : { text, problems }
  } catch (error) {
    if (error instanceof ExpressionError) return { text: null, problems: [placed(error)] }
    throw error
  }
}

function shownCell(field: Field, record: SourceRecord): BoundValue {
  const value = cellOf(field, record)
  return hasTooManyLinks(value) ? { text: null, problems: [tooManyLinks] } : value
}

function fieldsIn(bindings: readonly Binding[], composing: Composing): Fields {
  return Object.fromEntries(
    bindings.map(({ name, from }) => {
      if ('value' in from) return [name, from.value]
      if ('text' in from) return [name, composeText(from.text, composing)]
      if ('link' in from) return [name, composing.findRows(from, composing)]
      return [name, from.shown ? composeText(from.shown, composing) : shownCell(from.field, composing.record)]
    }),
  )
}

/** Whether it depends on the locale of a template. */
const isText = ({ from }: Binding) => 'text' in from || ('value' in from ? false : from.shown !== undefined)

/** As much of a template as decides the locale of what it is filled with. */
type Localized = Pick<TemplateDesign, 'locale'>

/** What record values are bound by. */
export interface Binder {
  bindings: readonly Binding[]
  /** The templates that are filled. Texts of the mapping are written in the locale of each. */
  designs: readonly Localized[]
}

const noRows: FindRows = () => ({ rows: [] })

/** The record's values by bound name: all that a run keeps of a record. */
export function bindRecord({ bindings, designs }: Binder, record: SourceRecord, findRows: FindRows = noRows): Fields {
  const [design = {}, ...others] = designs
  const writtenIn = (locale: string) => fieldsIn(bindings, { record, findRows, locale, work: workOfRecord() })
  const fields = writtenIn(typeof design.locale === 'string' ? design.locale : 'en')
  const texts = bindings.filter(isText)
  if (texts.length === 0) return fields
  // A value of the record may decide the locale.
  const ofLocales = workOfRecord()
  const written = typeof design.locale === 'object' ? writtenIn(localeOf(design, mapRecord(fields), ofLocales)) : fields
  const values = mapRecord(written)
  const locales = new Set(others.map((other) => localeOf(other, values, ofLocales)))
  locales.delete(localeOf(design, values, ofLocales))
  const work = workOfRecord()
  return Array.from(locales).reduce(
    (known, locale) => withTexts(known, fieldsIn(texts, { record, findRows, locale, work }), locale),
    written,
  )
}

/** The values with what their texts are in one more locale. */
function withTexts(fields: Fields, local: Fields, locale: string): Fields {
  const changed = Object.entries(local).flatMap(([name, value]): [string, BoundValue][] => {
    const known = fields[name]
    if (isRows(known) && isRows(value)) return withRows(name, known, { ...value, locale })
    const before = asComposed(known)
    const { text, problems } = asComposed(value)
    if (text === before.text && problems.join() === before.problems.join()) return []
    return [[name, { ...before, inLocales: { ...before.inLocales, [locale]: { text, problems } } }]]
  })
  return changed.length === 0 ? fields : { ...fields, ...Object.fromEntries(changed) }
}

function withRows(
  name: string,
  before: LinkedRows,
  { rows, locale }: LinkedRows & { locale: string },
): [string, LinkedRows][] {
  if (JSON.stringify(rows) === JSON.stringify(before.rows)) return []
  return [[name, { ...before, inLocales: { ...before.inLocales, [locale]: rows } }]]
}

/** One that differs between the locales of templates, in this one. */
function inLocale(value: BoundValue, locale: string): BoundValue {
  if (isRows(value)) {
    const { rows, inLocales = {} } = value
    return { rows: (Object.hasOwn(inLocales, locale) ? inLocales[locale] : undefined) ?? rows }
  }
  const { text, problems, inLocales = {} } = asComposed(value)
  return (Object.hasOwn(inLocales, locale) ? inLocales[locale] : undefined) ?? { text, problems }
}

/** The values that a template is filled with, its texts in the locale of the template. */
export function fieldsFor(design: Localized, fields: Fields): Fields {
  const differing = Object.entries(fields).filter(
    ([, value]) => (isComposed(value) || isRows(value)) && value.inLocales !== undefined,
  )
  if (differing.length === 0) return fields
  const locale = localeOf(design, mapRecord(fields), workOfRecord())
  const local = differing.map(([name, value]): [string, BoundValue] => [name, inLocale(value, locale)])
  return { ...fields, ...Object.fromEntries(local) }
}

/** As `bindRecord()`, for many. Where expressions take time, everything else has its turn between two records. */
export async function bindRecords(
  binder: Binder,
  records: readonly SourceRecord[],
  findRows: FindRows = noRows,
): Promise<Fields[]> {
  const bound: Fields[] = []
  const isSlow = binder.bindings.some(isText)
  for (const record of records) {
    bound.push(bindRecord(binder, record, findRows))
    if (isSlow) await nextTurn()
  }
  return bound
}

/** A value as the template takes it: pictures by their address, lists joined by commas. */
export function templateValueOf(value: BoundValue): TemplateValue {
  if (value === null || typeof value !== 'object') return value
  if (isComposed(value)) return value.text
  if (isRows(value)) {
    const rows = value.rows.map((row) => mapRecord(row))
    return value.isList ? rows.flatMap((row) => Object.values(row)) : rows
  }
  if ('json' in value) return typeof value.json === 'string' ? value.json : JSON.stringify(value.json)
  const [first] = value
  if (first === undefined) return null
  if (typeof first === 'object' && 'url' in first) return first.url
  return value.map((item) => (typeof item === 'string' ? item : 'label' in item ? item.label : '')).join(', ')
}

/** The values that the template is filled with. */
export function mapRecord(fields: Fields): Record<string, TemplateValue> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, templateValueOf(value)]))
}

const isComposed = (value: BoundValue | undefined): value is Composed =>
  typeof value === 'object' && value !== null && 'problems' in value

const isRows = (value: BoundValue | undefined): value is LinkedRows =>
  typeof value === 'object' && value !== null && 'rows' in value

/** A text of the mapping, whether or not there is something to say about it. */
function asComposed(value: BoundValue | undefined): Composed {
  return isComposed(value) ? value : { text: typeof value === 'string' ? value : null, problems: [] }
}

function composedIn(fields: Fields): [name: string, composed: Composed][] {
  return Object.entries(fields).flatMap(([name, value]): [string, Composed][] =>
    isComposed(value) ? [[name, value]] : [],
  )
}

/** Why a text of the mapping cannot be made for the record; undefined when all can. */
export function problemOfTexts(fields: Fields): RecordError | undefined {
  const failed = composedIn(fields).find(([, { text }]) => text === null)
  if (failed === undefined) return undefined
  const [variable, { problems }] = failed
  return new RecordError('value_invalid', problems.join('; '), { variable })
}

/** What someone should check about the texts of the mapping. */
export function warningsOfTexts(fields: Fields): string[] {
  return composedIn(fields).flatMap(([name, { problems }]) =>
    problems.map((problem) => `the text of the mapping for "${name}": ${problem}`),
  )
}

/** What people know the record by. */
export function labelOf(record: SourceRecord, primary: Field | undefined): string {
  const value = primary === undefined ? null : templateValueOf(record.fields[primary.id] ?? null)
  return value === null ? '' : shortened(String(value).trim(), 200)
}
