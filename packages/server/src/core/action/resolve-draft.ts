import { DEFAULT_OUTPUT } from '@pictable/model/output'
import type { TemplateBy } from '@pictable/model/template-by'
import { openSource } from '#core/connection/open-source.ts'
import type { ErrorDetail } from '#core/errors.ts'
import { assignKeys, type UnkeyedOutputs } from '#core/output/outputs-of.ts'
import type { Source, TableInfo, TableRef, View } from '#core/ports/source.ts'
import type { World } from '#core/ports/world.ts'
import { refused, refuseIfAny } from '#core/refuse.ts'
import { withLinkedFields } from '#core/run/linked-rows.ts'
import { findNamed, listed } from '#core/words.ts'
import type { Action } from './action.ts'
import { type ActionDraft, outputPointer } from './action-draft.ts'
import type { PublicAddress } from './attachment-way.ts'
import { checkDraft } from './check-draft.ts'
import { checkDeletedMode } from './deleted-table.ts'
import { findFieldOr, type Present } from './find-field.ts'
import { findOr } from './find-or.ts'
import { resolveFileName } from './resolve-file-name.ts'
import { resolveFilter } from './resolve-filter.ts'
import { resolveMapping, usualMapping } from './resolve-mapping.ts'
import { type ResolvedOutput, resolveOutputs } from './resolve-outputs.ts'
import { resolveStableUrls } from './resolve-stable-urls.ts'
import { resolveWriteBack } from './resolve-write-back.ts'

/** What of an action its draft says without asking the table. */
type Plain = ReturnType<typeof checkDraft>['plain']
type Places = Pick<
  Action,
  'connectionId' | 'baseId' | 'tableId' | 'tableName' | 'templateId' | 'outputName' | 'outputKey'
>
type Resolved = Omit<
  Action,
  | 'id'
  | 'hasExceptions'
  | 'writeCheck'
  | 'deleteSince'
  | 'tableSince'
  | 'feedTokenHash'
  | 'sealedFeedToken'
  | 'revision'
  | 'createdAt'
  | 'updatedAt'
>

const invalid = 'The action is not valid.'

const namesOf = (items: readonly { name: string }[]) => listed(items.map(({ name }) => name))

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
  outputs: readonly ResolvedOutput[]
}

/** Which template each output draws of a record, with the fields found. */
function resolveChoices({ draft, outputs }: Pick<Parts, 'draft' | 'outputs'>, present: Present): (TemplateBy | null)[] {
  return outputs.map(({ templateBy }, index) => {
    if (templateBy === null) return null
    const at = outputPointer(draft, index, 'template_by', 'field')
    const field = findFieldOr(present, templateBy.field, at)
    if (field === undefined) return null
    const { id, name, kind } = field
    // The URL of a file may be another one at each reading.
    if (kind !== 'attachments') return { ...templateBy, field: { id, name } }
    present.errors.push({ pointer: at, detail: `The field "${name}" contains files. Choose a text or a number.` })
    return null
  })
}

async function resolveFields(
  { world, draft, source, outputs }: Parts,
  table: { id: string; name: string },
  errors: ErrorDetail[],
): Promise<Omit<Resolved, keyof Plain | keyof Places | 'moreOutputs'> & Pick<UnkeyedOutputs, 'moreOutputs'>> {
  const ref = { baseId: draft.baseId, tableId: table.id }
  const { view: viewName = null } = draft
  const listedFields = await source.listFields(ref)
  const designs = outputs.flatMap(({ versions }) => versions.map(({ design }) => design))
  const { mapping: asked = usualMapping(designs, listedFields) } = draft
  const find = (name: string) => findNamed(listedFields, name)
  const fields = await withLinkedFields(source, listedFields, { mapping: asked, find })
  const view = viewName === null ? null : await findView(source, ref, { view: viewName, errors })
  const present = { tableName: table.name, fields, errors }
  const { mapping, bindings } = resolveMapping(asked, designs, present)
  const filter = resolveFilter(draft.filter ?? null, present)
  const own = {
    fileName: resolveFileName(draft.fileName ?? null, present),
    stableUrls: resolveStableUrls(draft.stableUrls ?? null, present),
  }
  const [templateBy = null, ...choices] = resolveChoices({ draft, outputs }, present)
  const choosing = [templateBy, ...choices].flatMap((choice) => choice?.field ?? [])
  const { writeBack, cells } = resolveWriteBack(draft, { world, source, bindings, choosing, ...own, ...present })
  const moreOutputs = outputs.slice(1).map(({ asked: { name }, templateId, settings }, index) => {
    const ofOutput = { templateBy: choices[index] ?? null, writeBack: cells[index + 1] ?? null }
    return { name, templateId, output: settings, ...ofOutput }
  })
  const viewOf = { viewId: view?.id ?? null, viewName: view?.name ?? null }
  return { ...viewOf, filter, mapping, writeBack, templateBy, moreOutputs, ...own, unfilled: [] }
}

/**
 * Finds everything that a draft names; `before` is the action that it changes.
 * @throws AppError `invalid_request` that points at all that is wrong
 */
export async function resolveDraft(
  world: Pick<World, 'data' | 'newId' | 'secrets' | 'sources'> & PublicAddress,
  draft: ActionDraft,
  before: Action | null,
): Promise<Resolved> {
  const errors: ErrorDetail[] = []
  const { plain, settings } = checkDraft(draft, errors)
  const source = await findOr(() => openSource(world, draft.connectionId), '/connection_id', errors)
  const outputs = await resolveOutputs(world, { draft, settings }, errors)
  const { connectionId, baseId } = draft
  const [first] = outputs
  if (source === null || first === undefined || outputs.length < settings.length) throw refused(errors, invalid)
  checkDeletedMode(source, draft, errors)
  const table = await findTable(source, draft)
  const parts = await resolveFields({ world, draft, source, outputs }, table, errors)
  refuseIfAny(errors, invalid)
  const { templateId, asked } = first
  // What an only output is called without a name is no name of its own: files and events show none.
  const isUnnamed = asked.name === '' || (outputs.length === 1 && asked.name === DEFAULT_OUTPUT)
  const outputName = isUnnamed ? null : asked.name
  const places = { connectionId, baseId, tableId: table.id, tableName: table.name }
  const keys = assignKeys({ ...parts, outputName }, before, () => world.newId('outputKey'))
  return { ...plain, ...parts, ...places, templateId, outputName, ...keys }
}
