import type { Failure } from '@pictable/model/failure'
import type { Action } from '#core/action/action.ts'
import { chanceOf } from '#core/chance.ts'
import { openSource } from '#core/connection/open-source.ts'
import type { AppError } from '#core/errors.ts'
import type { Font } from '#core/font/font.ts'
import { MAX_PICTURE_RETRIES, type PictureRetrier } from '#core/image/attempt-pictures.ts'
import { createNameFiles, type NameFiles } from '#core/image/name-files.ts'
import type { AppliedException } from '#core/output/exception.ts'
import { trimmed } from '#core/output/fingerprint-output.ts'
import { type OpenedOutput, openOutput } from '#core/output/open-output.ts'
import { type ActionOutput, ORIGINAL_KEY, outputsOf, templateIdsOf } from '#core/output/outputs-of.ts'
import type { Source } from '#core/ports/source.ts'
import type { World } from '#core/ports/world.ts'
import { notPublished } from '#core/template/not-published.ts'
import type { TemplateVersion } from '#core/template/template.ts'
import { stopReason } from './failure-group.ts'
import { createFreshLinks, type FreshLinks } from './fresh-links.ts'
import type { Fields } from './map-record.ts'
import { noteHeld } from './note-wait.ts'
import { keyOf, ownFieldsOf, ownValue, withoutOwn } from './own-fields.ts'
import { reasonOf } from './reason.ts'
import type { BareRun, PendingRecord, Run, RunCounts } from './run.ts'

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
export interface Chunk extends PictureRetrier {
  world: ChunkWorld
  run: BareRun
  action: Action
  outputs: readonly OpenedOutput[]
  /** What is changed in the images of single records, by their ids. */
  exceptions: ReadonlyMap<string, AppliedException>
  /** Every uploaded one: what the fingerprints are made of is what is drawn with. */
  fonts: readonly Font[]
  /** To be done, with the fields that the templates want. */
  records: readonly PendingRecord[]
  /** What the files of the images of a record are called, by the pattern of the action; null without one. */
  nameFiles: ((n: number) => NameFiles) | null
  /** The key of a record for the stable URLs of the action; undefined when the run did not read it. */
  keyOf: (n: number) => { key: string; label: string } | undefined
  /** All that was read of each, by its place: webhooks may want more than the templates. */
  fields: ReadonlyMap<number, Fields>
  /** `output`: which of several it is about. */
  reasonOf: (error: unknown, record: { recordId: string; label: string; output?: string | null }) => Failure
  /** Opened on first use: skipping needs none. */
  openSource: () => Promise<Source>
  freshLinks: FreshLinks
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

/**
 * The version of a template of an output that the run draws; that of a template which the action has had only since it began
 * is the published one. A run of an earlier release knows the version of its first output alone.
 */
export async function versionOf(
  { data }: Pick<World, 'data'>,
  { templateVersions, templateVersion }: BareRun,
  { key, templateId, templateBy }: Pick<ActionOutput, 'key' | 'templateId' | 'templateBy'>,
): Promise<TemplateVersion | null> {
  const isKnownAlone = key === ORIGINAL_KEY && templateBy === null && Object.keys(templateVersions).length === 0
  const number =
    templateVersions[templateId] ??
    (isKnownAlone ? templateVersion : ((await data.templates.get(templateId))?.publishedVersion ?? null))
  return number === null ? null : data.templates.getVersion(templateId, number)
}

/** null when a template is gone, or not published. */
async function openOutputs(
  world: ChunkWorld,
  run: BareRun,
  { action, fonts }: { action: Action; fonts: readonly Font[] },
): Promise<OpenedOutput[] | null> {
  const opened: OpenedOutput[] = []
  for (const output of outputsOf(action)) {
    const ofRun = (templateId: string) => versionOf(world, run, { ...output, templateId })
    const one = await openOutput(world, output, { fonts, versionOf: ofRun })
    if (one === null) return null
    opened.push(one)
  }
  return opened
}

/** Names the files of the images of a record by what was read of it. */
function fileNamerOf({ fileName }: Action, records: readonly PendingRecord[]): Chunk['nameFiles'] {
  if (fileName === null) return null
  const nameFiles = createNameFiles(fileName)
  const byPlace = new Map(records.map(({ n, fields }) => [n, fields]))
  const refs = Object.entries(fileName.fields)
  return (n) => {
    const fields = byPlace.get(n) ?? {}
    return nameFiles(Object.fromEntries(refs.map(([name, { id }]) => [name, ownValue(fields, id) ?? null])))
  }
}

async function exceptionsOf(
  { data }: Pick<World, 'data'>,
  { id, hasExceptions }: Action,
  records: readonly PendingRecord[],
): Promise<Chunk['exceptions']> {
  if (!hasExceptions) return new Map()
  return data.exceptions.find(
    id,
    records.map(({ recordId }) => recordId),
  )
}

function keyReaderOf({ stableUrls }: Action, records: readonly PendingRecord[]): Chunk['keyOf'] {
  if (stableUrls === null) return () => undefined
  const byPlace = new Map(records.map((record) => [record.n, record]))
  return (n) => {
    const record = byPlace.get(n)
    if (record === undefined) return undefined
    const key = keyOf(stableUrls, record.recordId, record.fields)
    return key === undefined ? undefined : { key, label: record.label }
  }
}

/** Why a run cannot go on with its action and the templates of this. */
export async function whyNotOpened({ data }: Pick<World, 'data'>, run: BareRun) {
  const action = await data.actions.get(run.actionId)
  for (const templateId of action === null ? [] : templateIdsOf(outputsOf(action))) {
    const template = run.templateVersions[templateId] === undefined ? await data.templates.get(templateId) : null
    if (template?.publishedVersion === null) return notPublished(template)
  }
  return { code: 'not_found' as const, message: 'The action or its template was deleted.' }
}

/** Gathers what the records of the run have in common; null when the action is gone, or a template is gone or not published. */
export async function openChunk(
  world: ChunkWorld,
  run: BareRun,
  { records, signal }: { records: readonly PendingRecord[]; signal: AbortSignal },
): Promise<Chunk | null> {
  const action = await world.data.actions.get(run.actionId)
  if (action === null) return null
  const fonts = await world.data.fonts.all()
  const outputs = await openOutputs(world, run, { action, fonts })
  if (outputs === null) return null
  let source: Promise<Source> | undefined
  const openOnce = () => {
    source ??= openSource(world, action.connectionId, noteHeld(world, run.id))
    return source
  }
  const hasOwn = ownFieldsOf(action).length > 0
  const names = new Set(outputs.flatMap((output) => [...output.names]))
  const exceptions = await exceptionsOf(world, action, records)
  const pending = records.map((record) => ({ ...record, fields: trimmed(record.fields, names) }))
  return {
    world,
    run,
    action,
    outputs,
    exceptions,
    records: pending,
    fonts,
    nameFiles: fileNamerOf(action, records),
    keyOf: keyReaderOf(action, records),
    fields: new Map(records.map(({ n, fields }) => [n, hasOwn ? withoutOwn(fields) : fields])),
    reasonOf: (error, record) =>
      reasonOf(error, {
        ...record,
        mapping: action.mapping,
        exceptions: exceptions.get(record.recordId)?.modifications,
      }),
    openSource: openOnce,
    freshLinks: createFreshLinks({ action, records: pending, openSource: openOnce }),
    pictureRetries: MAX_PICTURE_RETRIES,
    signal,
    chance: () => chanceOf(world.random),
    progress: null,
    stop: stopReason(action.stopAfterFailures, run),
    failure: null,
    trouble: null,
  }
}
