import type { Action } from '#dashboard/api/types.ts'
import type { Fields } from '#dashboard/forms/schema.ts'
import { type ActionDraft, type Entry, type FilterDraft, mapValues, type Place, withoutEmpty } from './action-draft.ts'
import { plainName } from './auto-mapping.ts'
import type { TemplateByDraft } from './template-by.ts'
import type { TableField } from './types.ts'

type Named = Readonly<Record<'id' | 'name', string>>

/** What the action has at its table, and the other one has no place for. */
export interface Lost {
  part: 'mapping' | 'filter' | 'view' | 'write_back' | 'stable_urls' | 'template_by'
  /** The value of the template, or what is written back. */
  of: string
  /** The field or view, as it was called. */
  name: string
}

interface Target {
  /** What the template asks for: a name without an entry takes the field of the same name. */
  wanted: readonly string[]
  place: Place
  fields: readonly TableField[]
  views: readonly Named[]
}

function conditionsOf(filter: Action['filter']): readonly Named[] {
  if (filter === null) return []
  if ('field' in filter) return [filter.field]
  return ('and' in filter ? filter.and : filter.or).flatMap(conditionsOf)
}

/** The fields that the names of a text mean. */
function partsOf<Ref>(entry: { fields?: Readonly<Record<string, Ref>> } | object): Readonly<Record<string, Ref>> {
  return ('fields' in entry && entry.fields) || {}
}

/** What the fields and the view of a saved action were called: also when its table no longer answers. */
export function namesIn({
  mapping,
  filter,
  write_back: cells,
  outputs,
  view_id,
  view_name,
  stable_urls: urls,
}: Action): ReadonlyMap<string, string> {
  const { attachment, refill_empty: _, ignore_check: _ignores, ...plain } = cells ?? {}
  const fields = [
    ...Object.values(mapping).flatMap((entry) => ('field' in entry ? [entry.field] : Object.values(partsOf(entry)))),
    ...conditionsOf(filter),
    ...Object.values(plain),
    ...(attachment ? [attachment.field] : []),
    ...(urls?.field ? [urls.field] : []),
    ...outputs.flatMap(({ write_back: own, template_by: by }) =>
      [own?.url ?? [], own?.attachment?.field ?? [], by?.field ?? []].flat(),
    ),
    ...(view_id !== null && view_name !== null ? [{ id: view_id, name: view_name }] : []),
  ]
  return new Map(fields.map(({ id, name }) => [id, name]))
}

function namesake<Item extends Named>(items: readonly Item[], name: string): Item | undefined {
  return items.find((item) => item.name === name) ?? items.find((item) => plainName(item.name) === plainName(name))
}

/** The draft at another table: whatever has a namesake there stays, the rest is told. */
export function moveDraft(
  draft: ActionDraft,
  names: ReadonlyMap<string, string>,
  { wanted, place, fields, views }: Target,
): { moved: ActionDraft; lost: readonly Lost[] } {
  const lost: Lost[] = []
  const nameOf = (id: string) => names.get(id) ?? id
  const fieldLike = (id: string) => namesake(fields, nameOf(id))

  const entryFor = (of: string, name: string): Entry => {
    const field = namesake(fields, name)
    if (field) return { field: field.id }
    lost.push({ part: 'mapping', of, name })
    return { value: null }
  }
  /** A text stays when all of its fields have a namesake. */
  function moveText(of: string, entry: Extract<Entry, { text: string }>): Entry {
    const ids = Object.values(partsOf<string>(entry))
    const gone = ids.find((id) => fieldLike(id) === undefined)
    if (gone === undefined)
      return { ...entry, fields: mapValues(partsOf<string>(entry), (id) => fieldLike(id)?.id ?? id) }
    lost.push({ part: 'mapping', of, name: nameOf(gone) })
    return { value: null }
  }
  function moveEntry(of: string, entry: Entry): Entry {
    if ('value' in entry) return entry
    if ('text' in entry) return moveText(of, entry)
    const moved = entryFor(of, nameOf(entry.field))
    return 'field' in moved ? { ...entry, ...moved } : moved
  }
  const known = new Set(names.values())
  const unsaid = wanted.filter((of) => draft.mapping[of] === undefined && known.has(of))
  const mapping = [
    ...Object.entries(draft.mapping).map(([of, entry]) => [of, moveEntry(of, entry)] as const),
    ...unsaid.map((of) => [of, entryFor(of, of)] as const),
  ]
  function moveFilter(filter: FilterDraft): FilterDraft[] {
    if ('and' in filter) return [{ and: filter.and.flatMap(moveFilter) }]
    if ('or' in filter) return [{ or: filter.or.flatMap(moveFilter) }]
    const field = fieldLike(filter.field)
    if (field?.operators.includes(filter.operator)) return [{ ...filter, field: field.id }]
    lost.push({ part: 'filter', of: '', name: nameOf(filter.field) })
    return []
  }
  function moveCell([key, id]: [string, unknown]): [string, unknown][] {
    if (typeof id !== 'string' || key === 'attachment_mode') return [[key, id]]
    const field = fieldLike(id)
    if (field?.takes.includes(key)) return [[key, field.id]]
    lost.push({ part: 'write_back', of: key, name: nameOf(id) })
    return []
  }
  const moveCells = (cells: Fields): Fields => Object.fromEntries(Object.entries(cells).flatMap(moveCell))
  function moveChoice(choice: TemplateByDraft | null): TemplateByDraft | null {
    if (choice === null) return null
    const field = fieldLike(choice.field)
    if (!field) lost.push({ part: 'template_by', of: '', name: nameOf(choice.field) })
    return field ? { ...choice, field: field.id } : null
  }
  function moveView(id: string): string | null {
    const view = namesake(views, nameOf(id))
    if (!view) lost.push({ part: 'view', of: '', name: nameOf(id) })
    return view?.id ?? null
  }

  /** Without its field, there is no key. */
  function moveUrls(urls: ActionDraft['stable_urls']): ActionDraft['stable_urls'] {
    if (urls === null || urls.field === null) return urls
    const field = fieldLike(urls.field)
    if (field) return { ...urls, field: field.id }
    lost.push({ part: 'stable_urls', of: '', name: nameOf(urls.field) })
    return null
  }

  const [filter = null] = draft.filter ? moveFilter(draft.filter) : []
  const moved = {
    ...draft,
    ...{ place, filter: withoutEmpty(filter), mapping: Object.fromEntries(mapping) },
    view: draft.view === null ? null : moveView(draft.view),
    template_by: moveChoice(draft.template_by),
    write_back: moveCells(draft.write_back),
    stable_urls: moveUrls(draft.stable_urls),
    more: draft.more.map((output) => ({
      ...output,
      template_by: moveChoice(output.template_by),
      write_back: moveCells(output.write_back),
    })),
  }
  return { moved, lost }
}
