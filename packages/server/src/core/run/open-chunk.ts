import type { Failure } from '@pictable/model/failure'
import { variablesOf } from '@pictable/renderer/template'
import type { Action } from '#core/action/action.ts'
import { chanceOf } from '#core/chance.ts'
import { openSource } from '#core/connection/open-source.ts'
import type { AppError } from '#core/errors.ts'
import type { Font } from '#core/font/font.ts'
import type { Source } from '#core/ports/source.ts'
import type { World } from '#core/ports/world.ts'
import type { TemplateVersion } from '#core/template/template.ts'
import type { Retrier } from './attempt.ts'
import { stopReason } from './failure-group.ts'
import { createFingerprint } from './fingerprint.ts'
import { createFreshLinks, type FreshLinks } from './fresh-links.ts'
import type { Fields } from './map-record.ts'
import { noteHeld } from './note-wait.ts'
import { reasonOf } from './reason.ts'
import type { BareRun, PendingRecord, Run, RunCounts } from './run.ts'

const mostPictureRetries = 20

export type ChunkWorld = Pick<
  World,
  | 'clock'
  | 'data'
  | 'digest'
  | 'log'
  | 'metrics'
  | 'newId'
  | 'publicUrl'
  | 'publicUrlProblem'
  | 'random'
  | 'renderer'
  | 'secrets'
  | 'sources'
  | 'storage'
>

/** What the records of a chunk have in common. */
export interface Chunk extends Retrier {
  world: ChunkWorld
  run: BareRun
  action: Action
  version: TemplateVersion
  /** Every uploaded one: what the fingerprints are made of is what is drawn with. */
  fonts: readonly Font[]
  /** To be done, with the fields that the template wants. */
  records: readonly PendingRecord[]
  /** All that was read of each, by its place: webhooks may want more than the template. */
  fields: ReadonlyMap<number, Fields>
  fingerprintOf: (fields: Fields) => string
  reasonOf: (error: unknown, record: { recordId: string; label: string }) => Failure
  /** Opened on first use: skipping needs none. */
  openSource: () => Promise<Source>
  freshLinks: FreshLinks
  /** So many more waits for pictures whose host fails for a moment: one that is down must not hold up the run. */
  pictureRetries: number
  /** Where the run stands; changes with every flush. */
  progress: (RunCounts & Pick<Run, 'state' | 'plannedAt'>) | null
  /** Why nothing more is started, though what is under way counts: all records failed alike. */
  stop: Failure | null
  /** Why the whole run cannot go on. */
  failure: Failure | null
  /** What does not work at present, of ours or of the table: what is left is tried again later. */
  trouble: AppError | null
}

/** False when the run was ended, by somebody or by an error, or has to wait: then nothing more is started. */
export function goesOn({ progress, stop, failure, trouble, signal }: Chunk): boolean {
  return (
    stop === null &&
    failure === null &&
    trouble === null &&
    !signal.aborted &&
    (progress === null || progress.state === 'active')
  )
}

/** The records with no more fields than the template is filled with. */
function trimmed(records: readonly PendingRecord[], { design }: TemplateVersion): PendingRecord[] {
  const names = new Set(variablesOf(design).map(({ name }) => name))
  return records.map((record) => ({
    ...record,
    fields: Object.fromEntries(Object.entries(record.fields).filter(([name]) => names.has(name))),
  }))
}

/** Gathers what the records of the run have in common; null when action or template are gone. */
export async function openChunk(
  world: ChunkWorld,
  run: BareRun,
  { records, signal }: { records: readonly PendingRecord[]; signal: AbortSignal },
): Promise<Chunk | null> {
  const action = await world.data.actions.get(run.actionId)
  if (action === null || run.templateVersion === null) return null
  const version = await world.data.templates.getVersion(action.templateId, run.templateVersion)
  if (version === null) return null
  let source: Promise<Source> | undefined
  const openOnce = () => {
    source ??= openSource(world, action.connectionId, noteHeld(world, run.id))
    return source
  }
  const fonts = await world.data.fonts.all()
  const pending = trimmed(records, version)
  return {
    world,
    run,
    action,
    version,
    records: pending,
    fonts,
    fields: new Map(records.map(({ n, fields }) => [n, fields])),
    fingerprintOf: createFingerprint({
      digest: world.digest,
      templateId: version.templateId,
      templateVersion: version.version,
      design: version.design,
      fonts,
      output: action.output,
      outputRevision: world.renderer.outputRevision,
    }),
    reasonOf: (error, record) => reasonOf(error, { ...record, mapping: action.mapping }),
    openSource: openOnce,
    freshLinks: createFreshLinks({ action, records: pending, openSource: openOnce }),
    pictureRetries: mostPictureRetries,
    signal,
    chance: () => chanceOf(world.random),
    progress: null,
    stop: stopReason(action.stopAfterFailures, run),
    failure: null,
    trouble: null,
  }
}
