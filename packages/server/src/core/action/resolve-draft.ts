import type { ActionOutputSettings } from '@pictable/model/output'
import { openSource } from '#core/connection/open-source.ts'
import { AppError, type ErrorDetail } from '#core/errors.ts'
import { askedScale } from '#core/output/asked-scale.ts'
import type { Field, Source, TableInfo, TableRef, View } from '#core/ports/source.ts'
import type { World } from '#core/ports/world.ts'
import { refused, refuseIfAny } from '#core/refuse.ts'
import type { TemplateVersion } from '#core/template/template.ts'
import { usedVersion } from '#core/template/used-version.ts'
import { findNamed, listed } from '#core/words.ts'
import type { Action } from './action.ts'
import { type ActionDraft, type DraftListedOutput, listedOutputs, outputPointer } from './action-draft.ts'
import type { PublicAddress } from './attachment-way.ts'
import { checkDraft } from './check-draft.ts'
import { resolveFileName } from './resolve-file-name.ts'
import { resolveFilter } from './resolve-filter.ts'
import { resolveMapping } from './resolve-mapping.ts'
import { resolveStableUrls } from './resolve-stable-urls.ts'
import { resolveWriteBack } from './resolve-write-back.ts'

/** What of an action its draft says without asking the table. */
type Plain = ReturnType<typeof checkDraft>['plain']
type Places = Pick<Action, 'connectionId' | 'baseId' | 'tableId' | 'tableName' | 'templateId' | 'outputName'>
type Resolved = Omit<
  Action,
  'id' | 'hasExceptions' | 'feedTokenHash' | 'sealedFeedToken' | 'revision' | 'createdAt' | 'updatedAt'
>

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

/** An output with the version that it draws today. */
interface ResolvedOutput {
  asked: DraftListedOutput
  templateId: string
  settings: ActionOutputSettings
  version: TemplateVersion
}

interface Parts {
  world: PublicAddress
  draft: ActionDraft
  source: Source
  outputs: readonly ResolvedOutput[]
}

async function resolveFields(
  { world, draft, source, outputs }: Parts,
  table: { id: string; name: string },
  errors: ErrorDetail[],
): Promise<Omit<Resolved, keyof Plain | keyof Places>> {
  const ref = { baseId: draft.baseId, tableId: table.id }
  const { view: viewName = null } = draft
  const fields: Field[] = await source.listFields(ref)
  const view = viewName === null ? null : await findView(source, ref, { view: viewName, errors })
  const present = { tableName: table.name, fields, errors }
  const designs = outputs.map(({ version }) => version.design)
  const { mapping, bindings } = resolveMapping(draft.mapping ?? {}, designs, present)
  const filter = resolveFilter(draft.filter ?? null, present)
  const own = {
    fileName: resolveFileName(draft.fileName ?? null, present),
    stableUrls: resolveStableUrls(draft.stableUrls ?? null, present),
  }
  const { writeBack, cells } = resolveWriteBack(draft, { world, source, bindings, ...present })
  const moreOutputs = outputs.slice(1).map(({ asked: { name }, templateId, settings }, index) => {
    return { name, templateId, output: settings, writeBack: cells[index + 1] ?? null }
  })
  const viewOf = { viewId: view?.id ?? null, viewName: view?.name ?? null }
  return { ...viewOf, filter, mapping, writeBack, moreOutputs, ...own }
}

/** Each output with its template, and a size that it can have. */
async function resolveOutputs(
  world: Pick<World, 'data'>,
  { draft, settings }: { draft: ActionDraft; settings: readonly ActionOutputSettings[] },
  errors: ErrorDetail[],
): Promise<ResolvedOutput[]> {
  const resolved: ResolvedOutput[] = []
  for (const [index, asked] of listedOutputs(draft).entries()) {
    const templateId = asked.templateId ?? draft.templateId
    const at = outputPointer(draft, index, 'template_id')
    const version = await orError(() => usedVersion(world, templateId), at, errors)
    const output = settings[index]
    if (version === null || output === undefined) continue
    const size = askedScale(output, version.design)
    if (size !== null && size.problem !== null) {
      const path = index === 0 && !draft.isListed ? ['output', size.side] : [size.side]
      errors.push({ pointer: outputPointer(draft, index, ...path), detail: size.problem })
    }
    resolved.push({ asked, templateId, settings: output, version })
  }
  return resolved
}

/** Finds everything that a draft names. @throws AppError `invalid_request` that points at all that is wrong */
export async function resolveDraft(
  world: Pick<World, 'data' | 'secrets' | 'sources'> & PublicAddress,
  draft: ActionDraft,
): Promise<Resolved> {
  const errors: ErrorDetail[] = []
  const { plain, settings } = checkDraft(draft, errors)
  const source = await orError(() => openSource(world, draft.connectionId), '/connection_id', errors)
  const outputs = await resolveOutputs(world, { draft, settings }, errors)
  const { connectionId, baseId } = draft
  const [first] = outputs
  if (source === null || first === undefined || outputs.length < settings.length) throw refused(errors, invalid)
  const table = await findTable(source, draft)
  const parts = await resolveFields({ world, draft, source, outputs }, table, errors)
  refuseIfAny(errors, invalid)
  const { templateId, asked } = first
  const outputName = asked.name === '' ? null : asked.name
  const places = { connectionId, baseId, tableId: table.id, tableName: table.name }
  return { ...plain, ...parts, ...places, templateId, outputName }
}
