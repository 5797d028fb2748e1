import type { Image } from '#core/image/image.ts'
import type { Drawing, OpenedOutput } from '#core/output/open-output.ts'
import { fieldsTelling, unwrittenFields } from '#core/output/unwritten-fields.ts'
import type { Output } from '#core/ports/data/runs.ts'
import type { Finished } from './flush-finished.ts'
import { imageIdOf, imageIdsFrom } from './image-id.ts'
import type { Made } from './make-image.ts'
import type { Chunk } from './open-chunk.ts'
import type { PendingRecord } from './run.ts'

/** An output of a record, and what was made for it before. */
interface Part {
  output: OpenedOutput
  drawing: Drawing
  fingerprint: string
  before: Output | null
  /** Fields that tell nothing of its image yet, by id. */
  unwritten: ReadonlySet<string>
}

/** An output to be made or written. */
export interface TodoPart extends Part {
  /** Of the image that this run makes of it. */
  imageId: string
  /** It is there; only writing it into the table is left. */
  image: Image | null
}

/** The last image of an output is made of the same. */
export interface SamePart extends Part {
  before: Output
}

export interface Todo {
  record: PendingRecord
  parts: TodoPart[]
  unchanged: SamePart[]
  /** Images that this run made of the record before its outputs changed: deleted once others are in the table. */
  replaced: string[]
}

export interface SortedOut {
  /** Nothing to do: the last images are made of the same. */
  unchanged: Finished[]
  /** The images are there; only writing them into the table is left. */
  unwritten: Made[]
  /** Some output is to be rendered. */
  changed: Todo[]
}

function skipped({ outputs }: Chunk, { n, recordId }: PendingRecord, parts: readonly SamePart[]): Finished {
  const [first] = parts
  const named = parts.map(({ output: { name }, before: { imageId } }) => ({
    ...{ name: name ?? '', imageId, reason: null },
    ...{ state: 'skipped' as const, writtenBack: false },
  }))
  return {
    outcome: {
      ...{ n, recordId, state: 'skipped', writtenBack: false, reason: null },
      fingerprint: first?.fingerprint ?? null,
      imageId: first?.before.imageId ?? null,
      ...(outputs.length > 1 && { outputs: named }),
    },
    outputs: [],
    images: [],
    replaced: [],
  }
}

/** Whether the last image of an output only has to be written, or its event to be sent: the run that made it could not. */
const isUnwritten = ({ before, unwritten }: SamePart) => before.writtenTo === null || unwritten.size > 0

/** The outputs of a record, with what was last made for each. */
function partsOf(
  { action, outputs, exceptions }: Chunk,
  record: PendingRecord,
  known: ReadonlyMap<string, Output> | undefined,
): Part[] {
  return outputs.map((output) => {
    const drawing = output.drawingOf(record.fields)
    const fingerprint = drawing.fingerprintOf(record.fields, exceptions.get(record.recordId)?.modifications)
    const before = known?.get(output.key) ?? null
    const telling = fieldsTelling(action, output)
    const isKnown = before?.fingerprint === fingerprint
    const unwritten = isKnown ? unwrittenFields(telling, before, record.emptied) : new Set(telling)
    return { output, drawing, fingerprint, before, unwritten }
  })
}

const isSame = (part: Part): part is SamePart => part.before?.fingerprint === part.fingerprint

interface Sorting {
  /** Those that may be there, by id: before a crash, this run may have made some already. */
  images: ReadonlyMap<string, Image>
  idOf: (record: PendingRecord, part: Part) => string
}

/** What is to be done for the outputs of a record, and which have nothing to do. */
function todoOf(
  chunk: Pick<Chunk, 'action' | 'run'>,
  { record, parts }: { record: PendingRecord; parts: readonly Part[] },
  sorting: Sorting,
): Todo {
  const { force, retryOf } = chunk.run
  const { images, idOf } = sorting
  const todo: Todo = { record, parts: [], unchanged: [], replaced: [] }
  for (const part of parts) {
    // A forced run renders what others made; the retry of one renders only what failed to render.
    const isMade = (before: Output) =>
      !force || (retryOf !== null && (before.writtenTo === null || images.get(before.imageId)?.runId === retryOf))
    const last = isSame(part) && isMade(part.before) ? part : null
    const image = last && (images.get(last.before.imageId) ?? null)
    if (last !== null && !isUnwritten(last)) todo.unchanged.push(last)
    else if (image !== null) todo.parts.push({ ...part, imageId: image.id, image })
    else {
      const imageId = idOf(record, part)
      const unwritten = new Set(fieldsTelling(chunk.action, part.output))
      todo.parts.push({ ...part, unwritten, imageId, image: images.get(imageId) ?? null })
    }
  }
  const current = new Set(parts.flatMap((part) => [idOf(record, part), part.before?.imageId]))
  for (const { id, runId, recordId } of images.values())
    if (runId === chunk.run.id && recordId === record.recordId && !current.has(id)) todo.replaced.push(id)
  return todo
}

/** What the run made of these records before it was interrupted, by id. */
function madeBefore({ world, run }: Chunk, records: readonly PendingRecord[]): Promise<Map<string, Image>> {
  const places = records.map(({ n }) => n)
  const ids = imageIdsFrom(run.id, Math.min(...places), Math.max(...places))
  return world.data.images.ofRun(run.id, { ...ids, recordIds: records.map(({ recordId }) => recordId) })
}

/** What is left to do for each record, by what was last made for it. */
export async function sortOut(chunk: Chunk, records: readonly PendingRecord[]): Promise<SortedOut> {
  const { world, run, action, outputs } = chunk
  const known = await world.data.outputs.find(
    action.id,
    records.map(({ recordId }) => recordId),
    outputs.map(({ key }) => key),
  )
  const sorted: SortedOut = { unchanged: [], unwritten: [], changed: [] }
  const rest: { record: PendingRecord; parts: Part[] }[] = []
  for (const record of records) {
    const parts = partsOf(chunk, record, known.get(record.recordId))
    const same = parts.filter(isSame).filter((part) => !isUnwritten(part))
    if (same.length === parts.length && !run.force) sorted.unchanged.push(skipped(chunk, record, same))
    else rest.push({ record, parts })
  }
  if (rest.length === 0) return sorted
  const idOf = ({ n }: PendingRecord, { output, fingerprint }: Part) =>
    imageIdOf(world.digest, run.id, { n, output: output.key, fingerprint })
  const images = new Map([
    ...(await world.data.images.getMany(
      rest.flatMap(({ parts }) => parts.filter(isSame).map(({ before }) => before.imageId)),
    )),
    ...(await madeBefore(
      chunk,
      rest.map(({ record }) => record),
    )),
  ])
  for (const each of rest) {
    const todo = todoOf(chunk, each, { images, idOf })
    if (todo.parts.length === 0) sorted.unchanged.push(skipped(chunk, todo.record, todo.unchanged))
    else if (todo.parts.some(({ image }) => image === null)) sorted.changed.push(todo)
    else sorted.unwritten.push({ ...todo, parts: todo.parts.flatMap(foundPart) })
  }
  return sorted
}

/** A part whose image is there. */
function foundPart({ image, ...part }: TodoPart): Made['parts'] {
  return image === null ? [] : [{ ...part, image, isNew: false, failure: null }]
}
