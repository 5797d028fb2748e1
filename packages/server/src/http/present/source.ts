import type { CallAnswer, Contract } from '@pictable/client'
import { z } from 'zod'
import { operatorsOf } from '#core/action/filter.ts'
import { writableAs } from '#core/action/resolve-write-back.ts'
import { settingsWithRole } from '#core/connection/setting-roles.ts'
import type { Field, Source, SourceRecord, TableRef } from '#core/ports/source.ts'
import type { SourceKind } from '#core/ports/sources.ts'
import type { TriggerKind } from '#core/ports/triggers.ts'

type Collection = Contract['connections']
type SourceJson = CallAnswer<Contract['sources']['list']>['results'][number]
type TriggerKindJson = CallAnswer<Contract['triggerKinds']['list']>['results'][number]
type FieldJson = CallAnswer<Collection['fields']>['results'][number]
type RecordJson = CallAnswer<Collection['records']>['results'][number]

const presentSchema = (settings: z.ZodType) => ({
  ...z.toJSONSchema(settings, { io: 'input', unrepresentable: 'any' }),
})

export function presentSource(source: SourceKind): SourceJson {
  return {
    kind: source.kind,
    title: source.title,
    summary: source.summary,
    verification: source.verification,
    settings: presentSchema(source.settings),
    secret_settings: settingsWithRole(source, 'secret'),
    destination_settings: settingsWithRole(source, 'destination'),
  }
}

export function presentTriggerKind({ kind, title, description, settings }: TriggerKind): TriggerKindJson {
  return { kind, title, description, settings: presentSchema(settings) }
}

/** Bases, tables and views are known by their id and name. */
export function presentNamed({ id, name }: { id: string; name: string }): { id: string; name: string } {
  return { id, name }
}

/** The table that a field links to. */
export const presentLink = (table: TableRef | null): FieldJson['link'] =>
  table && { base_id: table.baseId, table_id: table.tableId }

export function presentSourceField({ capabilities }: Pick<Source, 'capabilities'>, field: Field): FieldJson {
  return {
    id: field.id,
    name: field.name,
    kind: field.kind,
    computed: field.computed,
    primary: field.primary,
    format: field.format ?? null,
    link: presentLink(field.link?.table ?? null),
    operators: [...operatorsOf[field.kind]],
    takes: capabilities.write === null ? [] : writableAs(field),
  }
}

export function presentSourceRecord({ id, fields }: SourceRecord): RecordJson {
  return { id, fields: { ...fields } }
}
