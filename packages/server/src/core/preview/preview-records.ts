import type { FieldKind } from '@pictable/model/field'
import type { FieldFormat } from '@pictable/model/field-format'
import type { MappingEntry } from '@pictable/model/mapping'
import type { PreviewSource } from '@pictable/model/preview'
import type { TemplateValue } from '@pictable/model/value'
import { variablesOf } from '@pictable/renderer/template'
import type { Action } from '#core/action/action.ts'
import type { AsIfWorld } from '#core/action/action-as-if.ts'
import { type Because, type Chosen, chooseWorst } from '#core/action/choose-worst.ts'
import { NO_FEED } from '#core/action/feed-token.ts'
import { readSample } from '#core/action/sample-action.ts'
import { openSource } from '#core/connection/open-source.ts'
import { ORIGINAL_KEY } from '#core/output/outputs-of.ts'
import type { Field, Source, SourceRecord, TableRef } from '#core/ports/source.ts'
import { found } from '#core/revision.ts'
import { findListing, type Listing } from '#core/run/find-listing.ts'
import { bindLinked } from '#core/run/linked-rows.ts'
import { type Binding, findField, labelOf, mapRecord, templateValueOf } from '#core/run/map-record.ts'
import { parseDesign } from '#core/template/save-template.ts'
import type { TemplateDesign } from '#core/template/template.ts'
import { nextTurn } from '#core/turns.ts'
import { addWithinSize } from '#core/within-size.ts'

interface BindableName {
  name: string
  kind: FieldKind
  /** null: the mapping has a text or a value. */
  field: string | null
  /** Of the field. */
  format: FieldFormat | null
  /** The table that the field links to. */
  link: TableRef | null
}

interface PreviewedRecord {
  id: string
  label: string
  because: Because[]
  /** By the names that a design can bind. */
  fields: Record<string, TemplateValue>
}

export interface PreviewedRecords {
  names: readonly BindableName[]
  /** What of the mapping has lost its field. */
  missing: readonly { name: string; field: string }[]
  records: readonly PreviewedRecord[]
  /** Whether all records of the view were looked at. */
  isComplete: boolean
}

export interface RecordsRequest {
  source: PreviewSource
  /** Still to be checked. */
  design?: unknown
  search?: string | undefined
  /** These, as far as they exist, instead of a choice. */
  recordIds?: readonly string[] | undefined
  limit: number
  signal?: AbortSignal
}

/** A table as an action would read it that does nothing else. */
function actionOf(table: Exclude<PreviewSource, { actionId: string }>): Action {
  const none = new Date(0)
  return {
    ...{ ...table, id: '', title: '', filter: null, templateId: '', mapping: {}, output: { formats: ['png'] } },
    ...{
      tableSince: null,
      hasExceptions: false,
      writeCheck: null,
      unfilled: [],
      stopAfterFailures: null,
      deletedRecords: 'keep',
      deleteAfterDays: 0,
      deleteSince: null,
    },
    ...{ ...NO_FEED, revision: 0, createdAt: none, updatedAt: none },
    ...readingOnly,
  }
}

/** What an action does beside reading records. */
const readingOnly = {
  templateBy: null,
  outputKey: ORIGINAL_KEY,
  outputName: null,
  moreOutputs: [],
  writeBack: null,
  fileName: null,
  stableUrls: null,
} as const

const isGone = (fields: readonly Field[], entry: MappingEntry): entry is Extract<MappingEntry, { field: unknown }> =>
  'field' in entry && findField(fields, entry.field) === undefined

/** The action without what only runs need, and without entries of the mapping whose field is gone: a run says so. */
function readable(action: Action, fields: readonly Field[]): { action: Action; missing: PreviewedRecords['missing'] } {
  const entries = Object.entries(action.mapping)
  const missing = entries.flatMap(([name, entry]) => (isGone(fields, entry) ? [{ name, field: entry.field.name }] : []))
  const kept = entries
    .filter(([, entry]) => !isGone(fields, entry))
    .map(([name, entry]): [string, MappingEntry] => [name, withFieldsOf(entry, fields)])
  return { action: { ...action, ...readingOnly, mapping: Object.fromEntries(kept) }, missing }
}

/** A text of the mapping shows nothing for a field that is gone. */
function withFieldsOf(entry: MappingEntry, fields: readonly Field[]): MappingEntry {
  if (!('text' in entry) || entry.fields === undefined) return entry
  const there = Object.entries(entry.fields).filter(([, ref]) => findField(fields, ref) !== undefined)
  return { ...entry, fields: Object.fromEntries(there) }
}

function nameOf({ name, from }: Binding): BindableName {
  if ('value' in from) {
    const kinds: Readonly<Record<string, FieldKind>> = { number: 'number', boolean: 'checkbox' }
    return { name, kind: kinds[typeof from.value] ?? 'text', field: null, format: null, link: null }
  }
  if ('text' in from) return { name, kind: 'text', field: null, format: null, link: null }
  const isRows = 'link' in from
  const field = isRows ? from.link : from.field
  const format = isRows || from.shown ? null : (field.format ?? null)
  return { name, kind: isRows ? 'link' : field.kind, field: field.name, format, link: field.link?.table ?? null }
}

function holdsText(record: SourceRecord, search: string): boolean {
  const wanted = search.toLowerCase()
  return Object.values(record.fields).some((value) => {
    const plain = templateValueOf(value ?? null)
    return plain !== null && String(plain).toLowerCase().includes(wanted)
  })
}

/** Of the names, those that decide which records the design breaks on. */
function boundBy(listing: Listing, design: TemplateDesign | undefined): { listing: Listing; imageNames: Set<string> } {
  const variables = design === undefined ? [] : variablesOf(design)
  const used = new Set(variables.map(({ name }) => name))
  const bindings = listing.bindings.filter(({ name }) => used.has(name))
  const imageNames = new Set(variables.filter(({ kind }) => kind === 'image').map(({ name }) => name))
  return { listing: bindings.length === 0 ? listing : { ...listing, bindings }, imageNames }
}

async function chooseRecords(
  source: Source,
  listing: Listing,
  { design, request }: { design: TemplateDesign | undefined; request: RecordsRequest },
): Promise<{ chosen: readonly Chosen[]; isComplete: boolean }> {
  const { recordIds, search, limit, signal } = request
  const { fieldIds } = listing
  if (recordIds !== undefined) {
    const records = await source.getRecords(listing.table, [...new Set(recordIds)], { fieldIds })
    return { chosen: records.map((record) => ({ record, because: [] })), isComplete: false }
  }
  const { records, isWhole } = await readSample(source, listing, { fieldIds, signal })
  if (search !== undefined) {
    const hits = records.filter((record) => holdsText(record, search)).slice(0, limit)
    return { chosen: hits.map((record) => ({ record, because: [] })), isComplete: isWhole }
  }
  return { chosen: await chooseWorst(records, { ...boundBy(listing, design), limit }), isComplete: isWhole }
}

/**
 * Records of an action or table, with all names that a design can bind; draws, keeps and writes nothing.
 * @throws AppError `not_found`, or `source_not_found` for a table that no longer exists
 */
export async function previewRecords(world: AsIfWorld, request: RecordsRequest): Promise<PreviewedRecords> {
  const { source: from } = request
  const saved =
    'actionId' in from ? found(await world.data.actions.get(from.actionId), 'action', from.actionId) : actionOf(from)
  const design = request.design === undefined ? undefined : await parseDesign(request.design)
  const source = await openSource(world, saved.connectionId)
  const fields = await source.listFields({ baseId: saved.baseId, tableId: saved.tableId })
  const { action, missing } = readable(saved, fields)
  const names = [...Object.keys(action.mapping), ...fields.map(({ name }) => name)]
  const listing = await findListing(source, action, { names, designs: design ? [design] : [], now: world.clock.now() })
  const { chosen, isComplete } = await chooseRecords(source, listing, { design, request })
  const bound = await bindLinked(
    source,
    listing,
    chosen.map(({ record }) => record),
  )
  await nextTurn()
  const records: PreviewedRecord[] = []
  addWithinSize(
    records,
    chosen.map(({ record, because }, at) => {
      const label = labelOf(record, listing.primary)
      return { id: record.id, label, because, fields: mapRecord(bound[at] ?? {}) }
    }),
  )
  return { names: listing.bindings.map(nameOf), missing, records, isComplete }
}
