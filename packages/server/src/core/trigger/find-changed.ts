import { writtenFields } from '@pictable/model/write-back'
import { variablesOf } from '@pictable/renderer/template'
import type { Action } from '#core/action/action.ts'
import { openSource } from '#core/connection/open-source.ts'
import { AppError } from '#core/errors.ts'
import type { Source } from '#core/ports/source.ts'
import type { World } from '#core/ports/world.ts'
import { found } from '#core/revision.ts'
import { findListing, type Listing, outputFields } from '#core/run/find-listing.ts'
import { createFingerprint } from '#core/run/fingerprint.ts'
import { bindRecord, type Fields } from '#core/run/map-record.ts'
import { notPublished } from '#core/template/not-published.ts'

/** What an action reads, as its table is now. */
export interface Watched {
  action: Action
  source: Source
  listing: Listing
  /** Fields whose changes count: never our own output. */
  watchedIds: string[]
  /** Whether the action writes into some of them, such as its status, or some are worked out from what it writes. */
  writesInto: boolean
  fingerprintOf: (fields: Fields) => string
}

/** @throws AppError when the action cannot run, or its table cannot be read */
export async function openWatched(
  world: Pick<World, 'clock' | 'data' | 'digest' | 'renderer' | 'secrets' | 'sources'>,
  actionId: string,
): Promise<Watched> {
  const action = found(await world.data.actions.get(actionId), 'action', actionId)
  const template = found(await world.data.templates.get(action.templateId), 'template', action.templateId)
  const version =
    template.publishedVersion === null
      ? null
      : await world.data.templates.getVersion(template.id, template.publishedVersion)
  if (version === null) {
    const { code, message } = notPublished(template)
    throw new AppError(code, message)
  }
  const source = await openSource(world, action.connectionId)
  const names = variablesOf(version.design).map(({ name }) => name)
  const listing = await findListing(source, action, { names, now: world.clock.now() })
  const fingerprintOf = createFingerprint({
    digest: world.digest,
    templateId: version.templateId,
    templateVersion: version.version,
    design: version.design,
    fonts: await world.data.fonts.all(),
    output: action.output,
    outputRevision: world.renderer.outputRevision,
  })
  const ours = new Set((listing.action.writeBack ? outputFields(listing.action.writeBack) : []).map(({ id }) => id))
  const watchedIds = listing.fieldIds.filter((id) => !ours.has(id))
  const { writeBack } = listing.action
  const written = new Set(writeBack === null ? [] : writtenFields(writeBack).map(({ id }) => id))
  const isOfOurs = (id: string) => written.has(id) || listing.computedIds.has(id)
  const writesInto = written.size > 0 && (watchedIds.length === 0 || watchedIds.some(isOfOurs))
  return { action, source, listing, watchedIds, writesInto, fingerprintOf }
}

/** Reads the view and finds the records that a run would render: the fingerprints of what they hold now, by id. */
export async function findChanged(
  { data }: Pick<World, 'data'>,
  { action, source, listing, fingerprintOf }: Watched,
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const { table, viewId, fieldIds, bindings } = listing
  const changed = new Map<string, string>()
  for await (const { records } of source.pages(table, { viewId, fieldIds, signal })) {
    const outputs = await data.outputs.find(
      action.id,
      records.map(({ id }) => id),
    )
    for (const record of records.filter(listing.passes)) {
      const fingerprint = fingerprintOf(bindRecord(bindings, record))
      if (outputs.get(record.id)?.fingerprint !== fingerprint || listing.needsRefill(record))
        changed.set(record.id, fingerprint)
    }
  }
  return changed
}
