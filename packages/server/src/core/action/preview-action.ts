import { variablesOf } from '@pictable/renderer/template'
import { openSource } from '#core/connection/open-source.ts'
import type { RenderedFile, TemplateValue } from '#core/ports/renderer.ts'
import type { Source, SourceRecord } from '#core/ports/source.ts'
import type { World } from '#core/ports/world.ts'
import { found } from '#core/revision.ts'
import { findListing, type Listing } from '#core/run/find-listing.ts'
import { bindRecord, labelOf, mapRecord } from '#core/run/map-record.ts'
import { reasonOf } from '#core/run/reason.ts'
import type { Failure } from '#core/run/run.ts'
import { usedVersion } from '#core/template/used-version.ts'

export interface Preview {
  recordId: string
  label: string
  values: Record<string, TemplateValue>
  error: Failure | null
  file: RenderedFile | null
}

async function firstRecords(source: Source, listing: Listing, limit: number): Promise<SourceRecord[]> {
  const { table, viewId, fieldIds } = listing
  const records: SourceRecord[] = []
  for await (const page of source.pages(table, { viewId, fieldIds })) {
    records.push(...page.records)
    if (records.length >= limit) break
  }
  return records.slice(0, limit)
}

/** Renders the first records of the view; keeps and writes nothing. */
export async function previewAction(
  world: Pick<World, 'clock' | 'data' | 'renderer' | 'secrets' | 'sources'>,
  actionId: string,
  { limit }: { limit: number },
): Promise<Preview[]> {
  const action = found(await world.data.actions.get(actionId), 'action', actionId)
  const version = await usedVersion(world, action.templateId)
  const source = await openSource(world, action.connectionId)
  const names = variablesOf(version.design).map(({ name }) => name)
  const listing = await findListing(source, action, { names, now: world.clock.now() })
  const output = { ...action.output, formats: action.output.formats.slice(0, 1) }
  const preview = async (record: SourceRecord): Promise<Preview> => {
    const values = mapRecord(bindRecord(listing.bindings, record))
    const known = { recordId: record.id, label: labelOf(record, listing.primary) }
    try {
      const { files } = await world.renderer.render({ version, values, modifications: [], output })
      return { ...known, values, error: null, file: files[0] ?? null }
    } catch (error) {
      return { ...known, values, error: reasonOf(error, { ...known, mapping: action.mapping }), file: null }
    }
  }
  return Promise.all((await firstRecords(source, listing, limit)).map(preview))
}
