import { mapConditions } from '@pictable/model/filter'
import type { Action } from '#dashboard/api/types.ts'
import type { Fields } from '#dashboard/forms/schema.ts'
import { isSame } from '#dashboard/ui/is-same.ts'
import type { Body } from './types.ts'

export type Entry = NonNullable<Body['mapping']>[string]
export type FilterDraft = NonNullable<Body['filter']>

/** The table of an action. */
export type Place = Pick<Action, 'connection_id' | 'base_id' | 'table_id' | 'table_name'>

/** An action while it is changed: fields by their ids. */
export interface ActionDraft {
  place: Place
  title: string
  template_id: string
  view: string | null
  filter: FilterDraft | null
  mapping: Readonly<Record<string, Entry>>
  output: Fields
  /** The file's mode stands beside its field, so that each is one choice. */
  write_back: Fields
  stop_after_failures: number | null
}

/** Of actions that are created here: a run whose first records fail alike says so early. */
export const STOP_AFTER_FAILURES = 20

function filterDraft(filter: NonNullable<Action['filter']>): FilterDraft {
  return mapConditions(filter, ({ field, ...condition }) => ({ ...condition, field: field.id }))
}

function writeBackDraft(writeBack: Action['write_back']): Fields {
  if (writeBack === null) return {}
  const { attachment, refill_empty: refill, ...cells } = writeBack
  return {
    ...Object.fromEntries(Object.entries(cells).map(([key, field]) => [key, field.id])),
    ...(attachment && { attachment: attachment.field.id, attachment_mode: attachment.mode }),
    ...(refill && { refill_empty: refill }),
  }
}

export function draftOf(action: Action): ActionDraft {
  const { connection_id, base_id, table_id, table_name } = action
  const { title, template_id, view_id, filter, mapping, output, write_back, stop_after_failures } = action
  const entries = Object.entries(mapping).map(
    ([name, entry]) => [name, 'value' in entry ? entry : { field: entry.field.id }] as const,
  )
  return {
    place: { connection_id, base_id, table_id, table_name },
    ...{ title, template_id, view: view_id, output, write_back: writeBackDraft(write_back), stop_after_failures },
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
  const isWritten = Object.keys(fields).some((key) => key !== 'refill_empty')
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

/** What a save has to say: what differs from the base. A setting that was emptied is null. */
export function bodyOf(base: ActionDraft, draft: ActionDraft): Body {
  const gone = Object.keys(base.output).filter((key) => draft.output[key] === undefined)
  const output = { ...draft.output, ...Object.fromEntries(gone.map((key) => [key, null])) }
  const has = (key: keyof ActionDraft) => !isSame(base[key], draft[key])
  return {
    ...(has('title') && { title: draft.title }),
    ...(has('place') && placeBody(draft.place)),
    ...(has('template_id') && { template_id: draft.template_id }),
    ...(has('view') && { view: draft.view }),
    ...(has('filter') && { filter: withoutEmpty(draft.filter) }),
    ...(has('mapping') && { mapping: { ...draft.mapping } }),
    ...(has('output') && { output: asOutput(output) }),
    ...(has('write_back') && { write_back: writeBackBody(draft.write_back) }),
    ...(has('stop_after_failures') && { stop_after_failures: draft.stop_after_failures }),
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
    view: one('view'),
    filter: one('filter'),
    mapping: each('mapping', ({ mapping }) => ({ ...mapping })),
    output: each('output', ({ output }) => ({ ...output })),
    write_back: each('write_back', ({ write_back: cells }) => ({ ...cells })),
    stop_after_failures: one('stop_after_failures'),
  }
  return { merged, conflicts }
}
