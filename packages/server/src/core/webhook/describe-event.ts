import type { EventName } from '@pictable/model/webhook'
import type { Image, ImageFile } from '#core/image/image.ts'
import { imageUrl, nameOfImage } from '#core/image/image-url.ts'
import type { World } from '#core/ports/world.ts'
import type { RunCounts } from '#core/run/run.ts'
import { shortened } from '#core/words.ts'
import type { EventFact } from './build-body.ts'

export type Tone = 'good' | 'warning' | 'bad' | 'neutral'

export interface DescribedPicture {
  /** Where the whole image is. */
  url: string
  alt: string
  /** Small, and of a format that every reader of mail shows. */
  file: ImageFile
  /** Where `file` is. */
  fileUrl: string
}

/** An event in words for people; each format of message lays it out. */
export interface EventDescription {
  tone: Tone
  /** `Cards: run completed, 2 of 17 records failed` */
  title: string
  facts: readonly { name: string; value: string }[]
  /** Why something failed, the most frequent reason first. */
  reasons: readonly string[]
  pictures: readonly DescribedPicture[]
  /** A page of the dashboard. */
  link: { url: string; text: string } | null
  isTest: boolean
}

const MAX_TITLE = 120
const MAX_REASONS = 10

function countText(count: number, one: string): string {
  return `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`
}

function durationText(ms: number): string {
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

function runOutcome({ event, error, counts }: EventFact): { tone: Tone; text: string } {
  if (event === 'run.started') return { tone: 'neutral', text: 'run started' }
  if (event === 'run.failed')
    return error?.code === 'cancelled'
      ? { tone: 'neutral', text: 'run cancelled' }
      : { tone: 'bad', text: 'run failed' }
  const { total = 0, failed = 0 } = counts ?? {}
  if (failed === 0) return { tone: 'good', text: 'run completed' }
  if (failed === total) return { tone: 'bad', text: total === 1 ? 'its record failed' : `all ${total} records failed` }
  return { tone: 'warning', text: `run completed, ${failed} of ${countText(total, 'record')} failed` }
}

function batchOutcome({ event, batch }: EventFact): { tone: Tone; text: string } {
  const { total = 0, failed = 0 } = batch ?? {}
  if (event === 'batch.cancelled') return { tone: 'neutral', text: 'batch of images cancelled' }
  if (failed === 0) return { tone: 'good', text: 'batch of images completed' }
  return {
    tone: failed === total ? 'bad' : 'warning',
    text: `batch of images completed, ${failed} of ${countText(total, 'image')} failed`,
  }
}

function imageOutcome({ event, picture }: EventFact): { tone: Tone; text: string } {
  const of = picture?.output ? ` (${picture.output})` : ''
  return event === 'image.created'
    ? { tone: 'good', text: `image rendered${of}` }
    : { tone: 'bad', text: `image failed${of}` }
}

const outcomes = {
  'image.created': imageOutcome,
  'image.failed': imageOutcome,
  'run.started': runOutcome,
  'run.completed': runOutcome,
  'run.failed': runOutcome,
  'batch.completed': batchOutcome,
  'batch.cancelled': batchOutcome,
} as const satisfies Record<EventName, (fact: EventFact) => { tone: Tone; text: string }>

/** The action of a test is called "Test". */
function titleOf({ action, isTest }: EventFact, text: string): string {
  if (action !== null) return `${shortened(action.title, MAX_TITLE)}: ${text}`
  return isTest ? `Test: ${text}` : `${text[0]?.toUpperCase()}${text.slice(1)}`
}

function countFacts(counts: Partial<RunCounts> & { rendered: number; failed: number; cancelled: number }) {
  const { rendered, skipped = 0, failed, cancelled } = counts
  const some = [
    ['Skipped', skipped],
    ['Failed', failed],
    ['Cancelled', cancelled],
  ] as const
  return [
    { name: 'Rendered', value: rendered.toLocaleString('en') },
    ...some.flatMap(([name, count]) => (count === 0 ? [] : [{ name, value: count.toLocaleString('en') }])),
  ]
}

function factsOf({ event, counts, batch, digest, picture }: EventFact) {
  if (batch) return countFacts(batch)
  if (picture) return picture.recordId === null ? [] : [{ name: 'Record', value: picture.recordId }]
  if (counts === undefined || event === 'run.started') return []
  const duration = digest?.durationMs ?? null
  return [...countFacts(counts), ...(duration === null ? [] : [{ name: 'Duration', value: durationText(duration) }])]
}

/** The run's own reason, then those of its records. */
function reasonsOf({ event, error, digest }: EventFact): string[] {
  const own = error === null || (event === 'run.failed' && error.code === 'cancelled') ? [] : [error.message]
  const groups = [...(digest?.failureGroups ?? [])].sort((one, other) => other.records - one.records)
  const shown = groups
    .slice(0, MAX_REASONS)
    .map(({ records, message }) => `${countText(records, 'record')}: ${message}`)
  const rest = groups.slice(MAX_REASONS).reduce((sum, { records }) => sum + records, 0)
  return [...own, ...shown, ...(rest === 0 ? [] : [`${countText(rest, 'record')}: other reasons`])]
}

/** Every reader of mail shows these. */
const usualFormats: ReadonlySet<string> = new Set(['png', 'jpeg', 'gif'])
const MAX_PICTURE_BYTES = 300_000

function pictureFile({ files, preview, thumbnail }: Image): ImageFile | null {
  const small = [preview, thumbnail, ...files].flatMap((file) =>
    file !== null && usualFormats.has(file.format) && file.sizeBytes <= MAX_PICTURE_BYTES ? [file] : [],
  )
  return small[0] ?? preview
}

function describePicture(
  image: Image,
  { publicUrl, label }: { publicUrl: string; label: string | undefined },
): DescribedPicture[] {
  const [whole] = image.files
  const file = pictureFile(image)
  if (whole === undefined || file === null) return []
  const name = label || image.fileName || image.recordId || `Image ${image.id}`
  const alt = shortened(nameOfImage(name, image), MAX_TITLE)
  const url = (one: ImageFile) => imageUrl(publicUrl, image.id, one)
  return [{ url: url(whole), alt, file, fileUrl: url(file) }]
}

function linkOf({ runId, batch, picture }: EventFact, publicUrl: string) {
  const to = (path: string, text: string) => ({ url: `${publicUrl}${path}`, text })
  if (picture?.image) return to(`/gallery?image=${picture.image.id}`, 'Open the image')
  if (runId !== null) return to(`/runs/${runId}`, 'Open the run')
  return batch === undefined ? null : to(`/batches/${batch.id}`, 'Open the batch')
}

/** What a message says of an event. */
export function describeEvent(fact: EventFact, { publicUrl }: Pick<World, 'publicUrl'>): EventDescription {
  const { tone, text } = outcomes[fact.event](fact)
  const { isTest = false, digest, picture } = fact
  const images = digest?.images ?? (picture?.image ? [picture.image] : [])
  return {
    tone,
    title: titleOf(fact, text),
    facts: factsOf(fact),
    reasons: reasonsOf(fact),
    // Those of a test do not exist.
    pictures: isTest
      ? []
      : images.flatMap((image) => describePicture(image, { publicUrl, label: digest?.labels.get(image.id) })),
    link: isTest ? null : linkOf(fact, publicUrl),
    isTest,
  }
}
