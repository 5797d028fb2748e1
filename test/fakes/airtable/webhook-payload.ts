import { cellOfPayload } from './cell-output.ts'
import { isInView } from './list-records.ts'
import type { Actor, Base, StoredRecord, Table, Webhook } from './model.ts'
import { deliver } from './webhooks.ts'
import type { World } from './world.ts'

interface Sight {
  world: World
  table: Table
  record: StoredRecord
}

type CellValues = Record<string, unknown>

/** What has happened to one thing. A view that a record came into or left counts as created or destroyed there. */
export type Change =
  | { kind: 'created'; table: Table; record: StoredRecord }
  | {
      kind: 'changed'
      table: Table
      record: StoredRecord
      previous: CellValues
      current: CellValues
      viewsBefore: ReadonlySet<string>
    }
  | {
      kind: 'field'
      table: Table
      way: 'add' | 'remove' | 'update'
      fieldId: string
      current: CellValues
      previous: CellValues
    }
  | { kind: 'table'; table: Table; way: 'add' | 'remove' | 'update'; previous: CellValues }

function viewsOf({ world, table, record }: Sight): Set<string> {
  return new Set(table.views.filter((view) => isInView(world, table, view, record)).map(({ id }) => id))
}

function valuesOf(sight: Sight, fieldIds: readonly string[]): CellValues {
  const fields = sight.table.fields.filter(({ id }) => fieldIds.includes(id))
  return Object.fromEntries(fields.map((field) => [field.id, cellOfPayload(sight, field)]))
}

/** Does something to a record and says what was different before. Free of cost while nobody listens. */
export function noteChange(sight: Sight, fieldIds: readonly string[], act: () => void): Change {
  const { table, record } = sight
  const isHeard = table.base.webhooks.length > 0
  const viewsBefore = isHeard ? viewsOf(sight) : new Set<string>()
  const previous = isHeard ? valuesOf(sight, fieldIds) : {}
  act()
  const current = isHeard ? valuesOf(sight, fieldIds) : {}
  return { kind: 'changed', table, record, previous, current, viewsBefore }
}

interface TableBlock {
  createdRecordsById?: Record<string, unknown>
  changedRecordsById?: Record<string, unknown>
  destroyedRecordIds?: string[]
}

interface Scope {
  world: World
  webhook: Webhook
  /** When only one view counts. */
  viewId: string | null
}

const differs = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) !== JSON.stringify(other ?? null)

/** How a change looks within the scope: a record comes, goes or changes. */
function wayOf(
  change: Extract<Change, { record: StoredRecord }>,
  { world, viewId }: Scope,
): 'add' | 'remove' | 'update' | null {
  const { table, record } = change
  const exists = table.records.has(record.id)
  const now = exists && (viewId === null || viewsOf({ world, table, record }).has(viewId))
  const before = change.kind === 'changed' && (viewId === null || change.viewsBefore.has(viewId))
  if (now) return before ? 'update' : 'add'
  return before ? 'remove' : null
}

function addRecord(block: TableBlock, change: Extract<Change, { record: StoredRecord }>, scope: Scope): void {
  const { filters, includes } = scope.webhook.specification.options
  const { table, record } = change
  const way = wayOf(change, scope)
  if (way === null || (filters.changeTypes && !filters.changeTypes.includes(way))) return
  const sight = { world: scope.world, table, record }
  const watched = filters.watchDataInFieldIds ?? table.fields.map(({ id }) => id)
  const filled = (fieldIds: readonly string[]): CellValues =>
    Object.fromEntries(Object.entries(valuesOf(sight, fieldIds)).filter(([, value]) => value !== null))
  if (way === 'remove') block.destroyedRecordIds = [...(block.destroyedRecordIds ?? []), record.id]
  if (way === 'add') {
    const created = { createdTime: record.createdTime, cellValuesByFieldId: filled(watched) }
    block.createdRecordsById = { ...block.createdRecordsById, [record.id]: created }
  }
  if (way !== 'update' || change.kind !== 'changed') return
  const changed = watched.filter((id) => differs(change.previous[id], change.current[id]))
  if (changed.length === 0) return
  const pick = (values: CellValues): CellValues => Object.fromEntries(changed.map((id) => [id, values[id] ?? null]))
  const shown = includes?.includeCellValuesInFieldIds
  const unchangedIds = shown === 'all' ? table.fields.map(({ id }) => id) : (shown ?? [])
  block.changedRecordsById = {
    ...block.changedRecordsById,
    [record.id]: {
      current: { cellValuesByFieldId: pick(change.current) },
      ...(includes?.includePreviousCellValues ? { previous: { cellValuesByFieldId: pick(change.previous) } } : {}),
      ...(shown
        ? { unchanged: { cellValuesByFieldId: filled(unchangedIds.filter((id) => !changed.includes(id))) } }
        : {}),
    },
  }
}

type Body = Record<string, unknown>

function schemaBlock(change: Extract<Change, { way: string }>, webhook: Webhook): Body | null {
  const { filters, includes } = webhook.specification.options
  const { dataTypes, changeTypes, watchSchemasOfFieldIds } = filters
  if (changeTypes && !changeTypes.includes(change.way)) return null
  if (change.kind === 'table') {
    const current = { name: change.table.name, description: change.table.description ?? null }
    const isMetadata = dataTypes.includes('tableMetadata') && change.way === 'update'
    return isMetadata ? { changedMetadata: { current, previous: change.previous } } : null
  }
  const isWatched = !watchSchemasOfFieldIds || watchSchemasOfFieldIds.includes(change.fieldId)
  if (!dataTypes.includes('tableFields') || !isWatched) return null
  if (change.way === 'remove') return { destroyedFieldIds: [change.fieldId] }
  if (change.way === 'add') return { createdFieldsById: { [change.fieldId]: change.current } }
  const previous = includes?.includePreviousFieldDefinitions ? { previous: change.previous } : {}
  return { changedFieldsById: { [change.fieldId]: { current: change.current, ...previous } } }
}

/** Ids of tables that came or went, which stand beside the blocks of tables. */
function tableLists(changes: readonly Change[], { dataTypes }: { dataTypes: readonly string[] }): Body {
  if (!dataTypes.includes('tableMetadata')) return {}
  const having = (way: string): Table[] =>
    changes.flatMap((change) => (change.kind === 'table' && change.way === way ? [change.table] : []))
  const gone = having('remove').map(({ id }) => id)
  const come = having('add').map(({ id, name, description, fields }) => [
    id,
    {
      metadata: { name, description: description ?? null },
      fieldsById: Object.fromEntries(fields.map((field) => [field.id, { name: field.name, type: field.type }])),
      recordsById: {},
    },
  ])
  return {
    ...(gone.length > 0 ? { destroyedTableIds: gone } : {}),
    ...(come.length > 0 ? { createdTablesById: Object.fromEntries(come) } : {}),
  }
}

/** What a table's block becomes by one more change. */
function nextBlock(before: Body, change: Change, scope: Scope): Body {
  const { webhook, viewId } = scope
  if ('way' in change) return { ...before, ...schemaBlock(change, webhook) }
  if (!webhook.specification.options.filters.dataTypes.includes('tableData')) return before
  if (viewId === null) {
    const block: TableBlock = { ...before }
    addRecord(block, change, scope)
    return { ...block }
  }
  const views: Body = { ...Object(before.changedViewsById) }
  const block: TableBlock = { ...Object(views[viewId]) }
  addRecord(block, change, scope)
  return Object.keys(block).length > 0 ? { ...before, changedViewsById: { ...views, [viewId]: block } } : before
}

function payloadOf(world: World, webhook: Webhook, changes: readonly Change[]): Body | null {
  const { filters } = webhook.specification.options
  const scope = filters.recordChangeScope
  const viewId = scope?.startsWith('viw') ? scope : null
  const tables: Record<string, Body> = {}
  for (const change of changes) {
    const { id, views } = change.table
    if (scope && scope !== id && views.every((view) => view.id !== scope)) continue
    const block = nextBlock(tables[id] ?? {}, change, { world, webhook, viewId })
    if (Object.keys(block).length > 0) tables[id] = block
  }
  const lists = tableLists(changes, filters)
  const body = { ...(Object.keys(tables).length > 0 ? { changedTablesById: tables } : {}), ...lists }
  return Object.keys(body).length > 0 ? body : null
}

/** `publishChanges()` tells every webhook of the base what it asked for: one payload per transaction. */
export function publishChanges(
  world: World,
  base: Base,
  { changes, actor }: { changes: Change[]; actor: Actor },
): void {
  base.transactions++
  const timestamp = new Date(world.settings.now()).toISOString()
  const { id, email, name } = actor.user
  for (const webhook of base.webhooks) {
    const { fromSources } = webhook.specification.options.filters
    const isAwake = world.settings.now() < webhook.expiresAtMs
    if (!isAwake || (fromSources && !fromSources.includes(actor.source))) continue
    const body = payloadOf(world, webhook, changes)
    if (!body) continue
    deliver(world, base, {
      webhook,
      payload: {
        timestamp,
        baseTransactionNumber: base.transactions,
        actionMetadata: {
          source: actor.source,
          sourceMetadata: { user: { id, email, name, permissionLevel: actor.permission } },
        },
        payloadFormat: 'v0',
        ...body,
      },
    })
  }
}
