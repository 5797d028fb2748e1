import { openSource } from '#core/connection/open-source.ts'
import { AppError, type ErrorDetail } from '#core/errors.ts'
import type { Field, Source, TableInfo, TableRef, View } from '#core/ports/source.ts'
import type { World } from '#core/ports/world.ts'
import { refused, refuseIfAny } from '#core/refuse.ts'
import type { TemplateVersion } from '#core/template/template.ts'
import { usedVersion } from '#core/template/used-version.ts'
import { findNamed, listed } from '#core/words.ts'
import type { Action } from './action.ts'
import type { ActionDraft } from './action-draft.ts'
import type { PublicAddress } from './attachment-way.ts'
import { checkDraft } from './check-draft.ts'
import { resolveFilter } from './resolve-filter.ts'
import { resolveMapping } from './resolve-mapping.ts'
import { resolveWriteBack } from './resolve-write-back.ts'

type Resolved = Omit<Action, 'id' | 'revision' | 'createdAt' | 'updatedAt'>

const invalid = 'The action is not valid.'

const namesOf = (items: readonly { name: string }[]) => listed(items.map(({ name }) => name))

/** What `find` gives; a thing that is not there is an error of the request at `pointer`. */
async function orError<Item>(find: () => Promise<Item>, pointer: string, errors: ErrorDetail[]): Promise<Item | null> {
  try {
    return await find()
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error
    errors.push({ pointer, detail: error.message })
    return null
  }
}

async function findTable(source: Source, { baseId, table }: ActionDraft): Promise<TableInfo> {
  const bases = await source.listBases()
  const base = bases.find(({ id }) => id === baseId)
  if (base === undefined && bases.length > 0) {
    const there = listed(bases.map(({ id }) => id))
    const detail = `The connection has no base "${baseId}". It has: ${there}.`
    throw refused([{ pointer: '/base_id', detail }], invalid)
  }
  const tables = await source.listTables(baseId)
  const found = findNamed(tables, table)
  if (found !== undefined) return found
  const detail = `The base has no table "${table}". It has: ${namesOf(tables)}.`
  throw refused([{ pointer: '/table', detail }], invalid)
}

async function findView(source: Source, table: TableRef, named: { view: string; errors: ErrorDetail[] }) {
  const views = source.capabilities.views === 'none' ? [] : await source.listViews(table)
  const found = findNamed<View>(views, named.view)
  if (found !== undefined) return found
  const there = views.length === 0 ? 'It has none.' : `It has: ${namesOf(views)}.`
  named.errors.push({ pointer: '/view', detail: `The table has no view "${named.view}". ${there}` })
  return null
}

interface Parts {
  world: PublicAddress
  draft: ActionDraft
  source: Source
  version: TemplateVersion
}

async function resolveFields(
  { world, draft, source, version }: Parts,
  table: { id: string; name: string },
  errors: ErrorDetail[],
): Promise<Pick<Resolved, 'viewId' | 'viewName' | 'filter' | 'mapping' | 'writeBack'>> {
  const ref = { baseId: draft.baseId, tableId: table.id }
  const { view: viewName = null } = draft
  const fields: Field[] = await source.listFields(ref)
  const view = viewName === null ? null : await findView(source, ref, { view: viewName, errors })
  const present = { tableName: table.name, fields, errors }
  const { mapping, bindings } = resolveMapping(draft.mapping ?? {}, version.design, present)
  const filter = resolveFilter(draft.filter ?? null, present)
  const writeBack = resolveWriteBack(draft.writeBack ?? null, { world, source, bindings, ...present })
  return { viewId: view?.id ?? null, viewName: view?.name ?? null, filter, mapping, writeBack }
}

/** Finds everything that a draft names. @throws AppError `invalid_request` that points at all that is wrong */
export async function resolveDraft(
  world: Pick<World, 'data' | 'secrets' | 'sources'> & PublicAddress,
  draft: ActionDraft,
): Promise<Resolved> {
  const errors: ErrorDetail[] = []
  const plain = checkDraft(draft, errors)
  const source = await orError(() => openSource(world, draft.connectionId), '/connection_id', errors)
  const version = await orError(() => usedVersion(world, draft.templateId), '/template_id', errors)
  const { connectionId, baseId, templateId } = draft
  if (source === null || version === null) throw refused(errors, invalid)
  const table = await findTable(source, draft)
  const parts = await resolveFields({ world, draft, source, version }, table, errors)
  refuseIfAny(errors, invalid)
  return { ...plain, ...parts, connectionId, baseId, templateId, tableId: table.id, tableName: table.name }
}
