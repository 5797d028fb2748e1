import { variablesOf } from '@pictable/renderer/template'
import { openSource } from '#core/connection/open-source.ts'
import { AppError } from '#core/errors.ts'
import type { RenderedFile, TemplateValue } from '#core/ports/renderer.ts'
import type { Source, SourceRecord } from '#core/ports/source.ts'
import type { World } from '#core/ports/world.ts'
import { found } from '#core/revision.ts'
import { findListing, type Listing } from '#core/run/find-listing.ts'
import { bindRecord, labelOf, mapRecord } from '#core/run/map-record.ts'
import { reasonOf } from '#core/run/reason.ts'
import type { Failure } from '#core/run/run.ts'
import { usedVersion } from '#core/template/used-version.ts'
import { listed } from '#core/words.ts'
import { type Because, type Chosen, chooseWorst } from './choose-worst.ts'

export interface Preview {
  recordId: string
  label: string
  because: Because[]
  values: Record<string, TemplateValue>
  error: Failure | null
  file: RenderedFile | null
}

export interface PreviewRequest {
  limit: number
  /** These, whatever view and filter say; else the worst of the view. */
  recordIds: readonly string[] | null
}

/** What is looked at to find the worst: enough to be worth it, and never a whole table. */
const mostPages = 5
const mostRecords = 500

async function sampleOf(source: Source, { table, viewId, fieldIds, passes }: Listing): Promise<SourceRecord[]> {
  const records: SourceRecord[] = []
  let pages = 0
  for await (const page of source.pages(table, { viewId, fieldIds })) {
    records.push(...page.records.filter(passes))
    if (++pages >= mostPages || records.length >= mostRecords) break
  }
  return records.slice(0, mostRecords)
}

async function namedRecords(source: Source, listing: Listing, recordIds: readonly string[]): Promise<Chosen[]> {
  const ids = [...new Set(recordIds)]
  const records = await source.getRecords(listing.table, ids)
  const byId = new Map(records.map((record) => [record.id, record]))
  const missing = ids.filter((id) => !byId.has(id))
  if (missing.length > 0)
    throw new AppError('not_found', `The table "${listing.action.tableName}" has no record ${listed(missing)}.`)
  return ids.flatMap((id) => {
    const record = byId.get(id)
    return record === undefined ? [] : [{ record, because: [{ code: 'named' as const, message: 'asked for' }] }]
  })
}

/** Renders, as pictures, the records that the design most likely breaks on, or the named ones; keeps and writes nothing. */
export async function previewAction(
  world: Pick<World, 'clock' | 'data' | 'renderer' | 'secrets' | 'sources'>,
  actionId: string,
  { limit, recordIds }: PreviewRequest,
): Promise<Preview[]> {
  const action = found(await world.data.actions.get(actionId), 'action', actionId)
  const version = await usedVersion(world, action.templateId)
  const source = await openSource(world, action.connectionId)
  const variables = variablesOf(version.design)
  const names = variables.map(({ name }) => name)
  const imageNames = new Set(variables.filter(({ kind }) => kind === 'image').map(({ name }) => name))
  const listing = await findListing(source, action, { names, now: world.clock.now() })
  const { thumbnail: _, ...look } = action.output
  const fonts = await world.data.fonts.all()
  const output = { ...look, formats: [action.output.formats.find((format) => format !== 'pdf') ?? 'png'] }
  const preview = async ({ record, because }: Chosen): Promise<Preview> => {
    const values = mapRecord(bindRecord(listing.bindings, record))
    const known = { recordId: record.id, label: labelOf(record, listing.primary), because }
    try {
      const { files } = await world.renderer.render({ version, values, modifications: [], output, fonts })
      return { ...known, values, error: null, file: files[0] ?? null }
    } catch (error) {
      return { ...known, values, error: reasonOf(error, { ...known, mapping: action.mapping }), file: null }
    }
  }
  const chosen =
    recordIds === null
      ? chooseWorst(await sampleOf(source, listing), { listing, imageNames, limit })
      : await namedRecords(source, listing, recordIds)
  return Promise.all(chosen.map(preview))
}
