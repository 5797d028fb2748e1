import type { BatchItemState } from '@pictable/model/batch'
import type { Failure } from '@pictable/model/failure'
import { fileTypes, imageFormats } from '@pictable/model/image'
import type { TemplateValue } from '@pictable/model/value'
import type { EventName } from '@pictable/model/webhook'
import { variablesOf } from '@pictable/renderer/template'
import type { Image } from '#core/image/image.ts'
import { imageUrl } from '#core/image/image-url.ts'
import type { Modification } from '#core/ports/renderer.ts'
import type { FailureGroup } from '#core/run/failure-group.ts'
import type { RunCounts } from '#core/run/run.ts'
import { pendingOf } from '#core/run/run-counts.ts'
import type { TemplateDesign } from '#core/template/template.ts'
import { fillPlaceholders } from './placeholders.ts'

/** What people want to know of a run. */
export interface RunDigest {
  durationMs: number | null
  /** Its failed records by reason. */
  failureGroups: readonly FailureGroup[]
  /** The newest few that it made. */
  images: readonly Image[]
  /** What people know their records by, by the id of the image. */
  labels: ReadonlyMap<string, string>
}

/** What happened, to one record or image, or to a run or batch. */
export interface EventFact {
  event: EventName
  at: Date
  isTest?: boolean
  action: { id: string; title: string } | null
  runId: string | null
  metadata: Readonly<Record<string, unknown>> | null
  error: Failure | null
  /** Of a run. */
  counts?: RunCounts
  /** Of a run, for messages to people. */
  digest?: RunDigest
  batch?: Readonly<Record<BatchItemState | 'total', number>> & { id: string }
  /** Of a record or image. */
  picture?: {
    recordId: string | null
    /** The name of the output of the action. */
    output: string | null
    image: Image | null
    template: { id: string | null; version: number | null }
    modifications: readonly Readonly<Record<string, unknown>>[]
    /** What the record's fields hold, by name. */
    fields: Readonly<Record<string, unknown>>
  }
}

/** The values an image is made of, named as the template names them: pictures as `src`, texts as `text`, the rest as `value`. */
export function describeInputs(
  design: TemplateDesign,
  values: Readonly<Record<string, TemplateValue>>,
  modifications: readonly Modification[] = [],
): Record<string, unknown>[] {
  const kinds = new Map(variablesOf(design).map(({ name, kind }) => [name, kind]))
  const described = Object.entries(values).map(([name, value]) => {
    const key = kinds.get(name) === 'image' ? 'src' : typeof value === 'string' ? 'text' : 'value'
    return { name, [key]: value }
  })
  return [...described, ...modifications.map((modification) => ({ ...modification }))]
}

function urlsOf(image: Image, publicUrl: string): Record<string, string> {
  return Object.fromEntries(image.files.map((file) => [file.format, imageUrl(publicUrl, image.id, file)]))
}

function imageOf(image: Image, publicUrl: string) {
  const [file] = image.files
  if (file === undefined) return null
  return {
    id: image.id,
    url: imageUrl(publicUrl, image.id, file),
    urls: urlsOf(image, publicUrl),
    width: file.widthPx,
    height: file.heightPx,
    format: file.format,
    bytes: file.sizeBytes,
  }
}

function countsOf(counts: RunCounts) {
  const { total, rendered, skipped, failed, cancelled, writtenBack } = counts
  return { total, rendered, skipped, failed, cancelled, pending: pendingOf(counts), written_back: writtenBack }
}

function batchParts({ id, total, rendered, failed, cancelled, pending }: NonNullable<EventFact['batch']>) {
  return { batch_id: id, counts: { total, rendered, failed, cancelled, pending } }
}

/** The keys about an image, with the flat ones that receivers of other products read. */
function pictureParts({ picture }: EventFact, publicUrl: string) {
  if (picture === undefined) return { about: {}, flat: {} }
  const image = picture.image && imageOf(picture.image, publicUrl)
  const { recordId, output, template, modifications } = picture
  return {
    about: { record_id: recordId, output, image, template, modifications },
    flat: { image_url: image?.urls.png ?? image?.url ?? null, image_url_jpg: image?.urls.jpeg ?? null },
  }
}

const statuses: Readonly<Record<EventName, string | undefined>> = {
  'image.created': 'completed',
  'image.failed': 'failed',
  'run.started': undefined,
  'run.completed': 'completed',
  'run.failed': 'failed',
  'batch.completed': 'completed',
  'batch.cancelled': 'cancelled',
}

/** `url_png`, `url_jpg` and so on. */
function urlsByExtension({ urls }: { urls: Readonly<Record<string, string>> }): Record<string, string | undefined> {
  return Object.fromEntries(imageFormats.map((format) => [`url_${fileTypes[format].extension}`, urls[format]]))
}

/** What placeholders of `user_defined` may name. */
function placeholderValues(fact: EventFact, publicUrl: string) {
  const { event, at, action, runId, metadata, error, batch, picture } = fact
  const image = picture?.image ? imageOf(picture.image, publicUrl) : null
  return {
    timestamp: at.toISOString(),
    event,
    action,
    run: { id: runId },
    batch: { id: batch?.id },
    record: { id: picture?.recordId, fields: picture?.fields },
    output: picture?.output,
    image: image && { ...image, ...urlsByExtension(image) },
    template: picture?.template,
    metadata,
    error,
  }
}

/** The JSON text that is signed, stored and sent: `user_defined` is there exactly when it is configured. */
export function buildBody(
  fact: EventFact,
  options: { eventId: string; userDefined: Readonly<Record<string, unknown>> | null; publicUrl: string },
): string {
  const { eventId, userDefined, publicUrl } = options
  const { event, at, isTest, action, runId, metadata, error, counts, batch } = fact
  const { about, flat } = pictureParts(fact, publicUrl)
  const filled = userDefined && fillPlaceholders(userDefined, placeholderValues(fact, publicUrl))
  return JSON.stringify({
    id: eventId,
    event,
    created_at: at.toISOString(),
    ...(isTest && { test: true }),
    action,
    run_id: runId,
    ...about,
    ...(counts && { counts: countsOf(counts) }),
    ...(batch && batchParts(batch)),
    metadata,
    ...(error && { error }),
    ...flat,
    status: statuses[event],
    ...(filled !== null && { user_defined: filled }),
  })
}
