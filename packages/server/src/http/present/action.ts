import type { CallAnswer, Contract } from '@pictable/client'
import type { OutputSettings } from '@pictable/model/output'
import type { Action, FieldRef, MappingEntry, WriteBack } from '#core/action/action.ts'
import { actionWarnings } from '#core/action/action-warnings.ts'
import type { Filter } from '#core/action/filter.ts'
import type { World } from '#core/ports/world.ts'

type ActionJson = CallAnswer<Contract['actions']['get']>

type FilterJson = NonNullable<ActionJson['filter']>

const presentField = ({ id, name }: FieldRef): FieldRef => ({ id, name })

function presentFilter(filter: Filter): FilterJson {
  if ('and' in filter) return { and: filter.and.map(presentFilter) }
  if ('or' in filter) return { or: filter.or.map(presentFilter) }
  const { field, operator, value } = filter
  return {
    field: presentField(field),
    operator,
    ...(value !== undefined && { value: typeof value === 'object' ? [...value] : value }),
  }
}

function presentWriteBack(writeBack: WriteBack): NonNullable<ActionJson['write_back']> {
  const { url, attachment, status, error, renderedAt, refillEmpty } = writeBack
  return {
    ...(url && { url: presentField(url) }),
    ...(attachment && { attachment: { field: presentField(attachment.field), mode: attachment.mode } }),
    ...(status && { status: presentField(status) }),
    ...(error && { error: presentField(error) }),
    ...(renderedAt && { rendered_at: presentField(renderedAt) }),
    ...(refillEmpty && { refill_empty: refillEmpty }),
  }
}

function presentOutput({ formats, quality, scale, encoding, transparent, thumbnail }: OutputSettings) {
  return {
    formats: [...formats],
    ...(quality !== undefined && { quality }),
    ...(scale !== undefined && { scale }),
    ...(encoding && { encoding: { ...encoding } }),
    ...(transparent !== undefined && { transparent }),
    ...(thumbnail && { thumbnail: { width: thumbnail.width } }),
  }
}

const presentMapped = (entry: MappingEntry) =>
  'field' in entry ? { field: presentField(entry.field) } : { value: entry.value }

type ActionWorld = Pick<World, 'data' | 'publicUrl' | 'publicUrlProblem' | 'secrets' | 'sources'>

export async function presentAction(world: ActionWorld, action: Action): Promise<ActionJson> {
  return {
    id: action.id,
    title: action.title,
    connection_id: action.connectionId,
    base_id: action.baseId,
    table_id: action.tableId,
    table_name: action.tableName,
    view_id: action.viewId,
    view_name: action.viewName,
    filter: action.filter && presentFilter(action.filter),
    template_id: action.templateId,
    mapping: Object.fromEntries(Object.entries(action.mapping).map(([name, entry]) => [name, presentMapped(entry)])),
    output: presentOutput(action.output),
    write_back: action.writeBack && presentWriteBack(action.writeBack),
    stop_after_failures: action.stopAfterFailures,
    warnings: await actionWarnings(world, action),
    revision: action.revision,
    created_at: action.createdAt.toISOString(),
    updated_at: action.updatedAt.toISOString(),
  }
}
