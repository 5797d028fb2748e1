import { mapConditions } from '@pictable/model/filter'
import type { Action } from '#dashboard/api/types.ts'
import type { Fields } from '#dashboard/forms/schema.ts'
import { isSame } from '#dashboard/ui/is-same.ts'
import {
  completeTemplateBy,
  type TemplateByDraft,
  templateByBody,
  templateByDraft,
  templatesByValue,
} from './template-by.ts'
import type { Body } from './types.ts'

export type Entry = NonNullable<Body['mapping']>[string]
export type FilterDraft = NonNullable<Body['filter']>

/** The table of an action. */
export type Place = Pick<Action, 'connection_id' | 'base_id' | 'table_id' | 'table_name'>

/** An output behind the first one: its settings with the formats, its cells as those of the action. */
export interface OutputDraft {
  name: string
  template_id: string
  template_by: TemplateByDraft | null
  output: Fields
  write_back: Fields
}

/** An action while it is changed: fields by their ids. */
export interface ActionDraft {
  place: Place
  title: string
  template_id: string
  /** Of the first output. */
  template_by: TemplateByDraft | null
  view: string | null
  filter: FilterDraft | null
  mapping: Readonly<Record<string, Entry>>
  /** Of the first output, as the template and the cells of its image. */
  output: Fields
  output_name: string
  /** The other outputs. */
  more: readonly OutputDraft[]
  /** The file's mode stands beside its field, so that each is one choice. */
  write_back: Fields
  stop_after_failures: number | null
  /** A pattern; empty for none. */
  file_name: string
  /** The field of the key; null for the id of the record. */
  stable_urls: { field: string | null; feed: boolean } | null
  /** What becomes of images of deleted records. */
  deleted: Pick<Action, 'deleted_records' | 'delete_after_days'>
}

/** Of actions that are created here: a run whose first records fail alike says so early. */
export const STOP_AFTER_FAILURES = 20

function filterDraft(filter: NonNullable<Action['filter']>): FilterDraft {
  return mapConditions(filter, ({ field, ...condition }) => ({ ...condition, field: field.id }))
}

function moreDraft(saved: Action['outputs'][number]): OutputDraft {
  const { name, template_id, template_by, write_back, ...output } = saved
  return {
    ...{ name, template_id, output, template_by: templateByDraft(template_by) },
    write_back: writeBackDraft(write_back),
  }
}

function writeBackDraft(writeBack: Action['write_back']): Fields {
  if (writeBack === null) return {}
  const { attachment, refill_empty: refill, ignore_check: ignores, ...cells } = writeBack
  return {
    ...Object.fromEntries(Object.entries(cells).map(([key, field]) => [key, field.id])),
    ...(attachment && { attachment: attachment.field.id, attachment_mode: attachment.mode }),
    ...(refill && { refill_empty: refill }),
    ...(ignores && { ignore_check: ignores }),
  }
}

function entryDraft(entry: Action['mapping'][string]): Entry {
  if ('value' in entry) return entry
  if ('columns' in entry) return { field: entry.field.id, columns: entry.columns.map(({ id }) => id) }
  if ('field' in entry) return { ...entry, field: entry.field.id }
  return { text: entry.text, fields: mapValues(entry.fields ?? {}, ({ id }) => id) }
}

export function mapValues<From, To>(object: Readonly<Record<string, From>>, change: (value: From) => To) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]))
}

export function draftOf(action: Action): ActionDraft {
  const { connection_id, base_id, table_id, table_name } = action
  const { title, template_id, view_id, filter, mapping, output, outputs, write_back, stop_after_failures } = action
  const { file_name, stable_urls } = action
  const { deleted_records, delete_after_days } = action
  const [first, ...more] = outputs
  const entries = Object.entries(mapping).map(([name, entry]) => [name, entryDraft(entry)] as const)
  return {
    place: { connection_id, base_id, table_id, table_name },
    ...{ title, template_id, view: view_id, output, write_back: writeBackDraft(write_back), stop_after_failures },
    deleted: { deleted_records, delete_after_days },
    output_name: first?.name ?? '',
    file_name: file_name ?? '',
    stable_urls: stable_urls && { field: stable_urls.field?.id ?? null, feed: stable_urls.feed !== null },
    template_by: templateByDraft(first?.template_by),
    more: more.map(moreDraft),
    filter: filter && filterDraft(filter),
    mapping: Object.fromEntries(entries),
  }
}

type WriteBackBody = NonNullable<Body['write_back']>
type OutputBody = NonNullable<Body['output']>

/** What is wrong with them, the server says. */
function asOutput(fields: Fields): OutputBody
function asOutput(fields: object): object {
  return fields
}
function asWriteBack(fields: Fields): WriteBackBody
function asWriteBack(fields: object): object {
  return fields
}

function writeBackBody({ attachment, attachment_mode: mode = 'replace', ...cells }: Fields): WriteBackBody | null {
  const fields = attachment === undefined ? cells : { ...cells, attachment: { field: attachment, mode } }
  const isWritten = Object.keys(fields).some((key) => key !== 'refill_empty' && key !== 'ignore_check')
  return isWritten ? asWriteBack(fields) : null
}

/** The filter without groups that hold nothing; null when nothing is left. */
export function withoutEmpty(filter: FilterDraft | null): FilterDraft | null {
  if (filter === null || 'field' in filter) return filter
  const members = ('and' in filter ? filter.and : filter.or).flatMap((member) => withoutEmpty(member) ?? [])
  if (members.length === 0) return null
  return 'and' in filter ? { and: members } : { or: members }
}

/** The table as the API asks for it. */
export function placeBody({ connection_id, base_id, table_id: table }: Place) {
  return { connection_id, base_id, table }
}

type OutputsBody = NonNullable<Body['outputs']>

/** What is wrong with them, the server says. */
function asOutputs(outputs: readonly Fields[]): OutputsBody
function asOutputs(outputs: readonly object[]): readonly object[] {
  return outputs
}

/** Every output as the API lists them. */
export function outputsBody({
  output_name: name,
  template_id,
  template_by,
  output,
  write_back: cells,
  more,
}: ActionDraft): OutputsBody {
  const { url, attachment, attachment_mode } = cells
  const ofFirst = { url, attachment, attachment_mode }
  return asOutputs(
    [{ name, template_id, template_by, output, write_back: ofFirst }, ...more].map((each) => ({
      ...each.output,
      ...{
        name: each.name,
        template_id: each.template_id,
        ...(each.template_by && { template_by: templateByBody(each.template_by) }),
        write_back: writeBackBody(withoutUndefined(each.write_back)),
      },
    })),
  )
}

const withoutUndefined = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** The outputs as a preview needs them: nothing is written. */
export function drawnOutputs(draft: ActionDraft): OutputsBody {
  const { output_name: name, template_id, template_by, output, more } = draft
  return asOutputs(
    [{ name, template_id, template_by, output }, ...more].map((each) => ({ ...each.output, ...templateOf(each) })),
  )
}

/** As records need them: what is wrong with their settings does not matter. */
export function plainOutputs({ output_name: name, template_id, template_by, more }: ActionDraft): OutputsBody {
  return asOutputs([{ name, template_id, template_by }, ...more].map(templateOf))
}

function templateOf({ name, template_id, template_by }: Pick<OutputDraft, 'name' | 'template_id' | 'template_by'>) {
  const complete = completeTemplateBy(template_by)
  return { name, template_id, ...(complete && { template_by: templateByBody(complete) }) }
}

export type Templates = Pick<ActionDraft, 'template_id' | 'template_by'> & {
  more: readonly Pick<OutputDraft, 'template_id' | 'template_by'>[]
}

/** The templates of an action, each once. */
export function templatesOf({ template_id, template_by, more }: Templates): readonly string[] {
  const ids = [{ template_id, template_by }, ...more].flatMap((output) => [
    output.template_id,
    ...templatesByValue(output.template_by),
  ])
  return [...new Set(ids)]
}

/** Whether a save lists all outputs: errors then point into the list. */
export function listsOutputs(base: ActionDraft, draft: ActionDraft): boolean {
  const choosesTemplate = base.template_by !== null || draft.template_by !== null
  return base.more.length + draft.more.length > 0 || base.output_name !== draft.output_name || choosesTemplate
}

/** What a save says of the outputs, and of what is written for the record. */
function outputChanges(base: ActionDraft, draft: ActionDraft): Body {
  const has = (key: keyof ActionDraft) => !isSame(base[key], draft[key])
  if (!listsOutputs(base, draft)) {
    const gone = Object.keys(base.output).filter((key) => draft.output[key] === undefined)
    const output = { ...draft.output, ...Object.fromEntries(gone.map((key) => [key, null])) }
    return {
      ...(has('output') && { output: asOutput(output) }),
      ...(has('write_back') && { write_back: writeBackBody(draft.write_back) }),
    }
  }
  const { url: _url, attachment: _file, attachment_mode: _mode, ...ofRecord } = draft.write_back
  const keys = ['output', 'output_name', 'more', 'write_back', 'template_id', 'template_by'] as const
  return {
    ...(keys.some(has) && { outputs: outputsBody(draft) }),
    ...(has('write_back') && { write_back: Object.keys(ofRecord).length === 0 ? null : asWriteBack(ofRecord) }),
  }
}

/** What a save has to say: what differs from the base. A setting that was emptied is null. */
export function bodyOf(base: ActionDraft, draft: ActionDraft): Body {
  const has = (key: keyof ActionDraft) => !isSame(base[key], draft[key])
  return {
    ...(has('title') && { title: draft.title }),
    ...(has('place') && placeBody(draft.place)),
    ...(has('template_id') && { template_id: draft.template_id }),
    ...(has('view') && { view: draft.view }),
    ...(has('filter') && { filter: withoutEmpty(draft.filter) }),
    ...(has('mapping') && { mapping: { ...draft.mapping } }),
    ...outputChanges(base, draft),
    ...(has('stop_after_failures') && { stop_after_failures: draft.stop_after_failures }),
    ...(has('file_name') && { file_name: draft.file_name.trim() === '' ? null : draft.file_name }),
    ...(has('stable_urls') && { stable_urls: draft.stable_urls }),
    ...(has('deleted') && draft.deleted),
  }
}

/** One part that two people have changed in different ways. */
export interface Conflict {
  /** Such as `mapping/title`. */
  path: string
  mine: unknown
  theirs: unknown
}

interface Sides<Part> {
  base: Part
  mine: Part
  theirs: Part
}

/**
 * What I changed on top of what is saved now. Where both have changed the same, mine counts, unless its path is among
 * `yielded`.
 */
export function mergeDrafts(
  { base, mine, theirs }: Sides<ActionDraft>,
  yielded: ReadonlySet<string> = new Set(),
): { merged: ActionDraft; conflicts: readonly Conflict[] } {
  const conflicts: Conflict[] = []
  function merge<Part>(path: string, sides: Sides<Part>): Part {
    if (isSame(sides.base, sides.mine)) return sides.theirs
    if (isSame(sides.base, sides.theirs) || isSame(sides.mine, sides.theirs)) return sides.mine
    conflicts.push({ path, mine: sides.mine, theirs: sides.theirs })
    return yielded.has(path) ? sides.theirs : sides.mine
  }
  function mergeEach<Part>(path: string, sides: Sides<Readonly<Record<string, Part>>>) {
    const names = new Set(Object.values(sides).flatMap((side) => Object.keys(side)))
    const entries = [...names].flatMap((name) => {
      const part = merge<Part | undefined>(`${path}/${name}`, {
        base: sides.base[name],
        mine: sides.mine[name],
        theirs: sides.theirs[name],
      })
      return part === undefined ? [] : [[name, part] as const]
    })
    return Object.fromEntries(entries)
  }
  const one = <Key extends keyof ActionDraft>(key: Key) =>
    merge(key, { base: base[key], mine: mine[key], theirs: theirs[key] })
  const each = <Part>(key: 'mapping' | 'output' | 'write_back', part: (draft: ActionDraft) => Record<string, Part>) =>
    mergeEach(key, { base: part(base), mine: part(mine), theirs: part(theirs) })
  const merged = {
    title: one('title'),
    place: one('place'),
    template_id: one('template_id'),
    template_by: one('template_by'),
    view: one('view'),
    filter: one('filter'),
    mapping: each('mapping', ({ mapping }) => ({ ...mapping })),
    output: each('output', ({ output }) => ({ ...output })),
    write_back: each('write_back', ({ write_back: cells }) => ({ ...cells })),
    stop_after_failures: one('stop_after_failures'),
    file_name: one('file_name'),
    stable_urls: one('stable_urls'),
    deleted: one('deleted'),
    output_name: one('output_name'),
    more: one('more'),
  }
  return { merged, conflicts }
}
