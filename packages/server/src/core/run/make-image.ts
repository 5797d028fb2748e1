import type { Failure } from '@pictable/model/failure'
import { isOurTrouble } from '#core/errors.ts'
import type { Image } from '#core/image/image.ts'
import { keepImage } from '#core/image/keep-image.ts'
import type { RenderJob, RenderResult } from '#core/ports/renderer.ts'
import { attempt, MAX_ATTEMPTS, waitBackoff } from './attempt.ts'
import { mapRecord } from './map-record.ts'
import type { Chunk } from './open-chunk.ts'
import { picturesOf } from './record-pictures.ts'
import type { PendingRecord } from './run.ts'
import type { Todo } from './sort-out.ts'

/** A record with its image, or with the reason why it has none. */
export type Made = Todo & { isNew: boolean } & ({ image: Image; failure: null } | { image: null; failure: Failure })

const MAX_PICTURE_WAIT_MS = 15_000

/** Renders, again when the host of a picture fails for a moment: also then a template may have made do without it. */
async function renderRecord(chunk: Chunk, record: PendingRecord, job: RenderJob): Promise<RenderResult> {
  const { world, signal } = chunk
  for (let failures = 1; ; failures++) {
    let pictures = picturesOf(chunk, record)
    const render = () => {
      pictures = picturesOf(chunk, record)
      return world.renderer.render({ ...job, load: pictures.load }, signal)
    }
    const [outcome] = await Promise.allSettled([attempt(render, chunk)])
    const lost = pictures.tableFailure()
    if (lost !== null) {
      chunk.trouble = lost
      throw lost
    }
    const failure = pictures.briefFailure()
    if (failure !== null && failures < MAX_ATTEMPTS && chunk.pictureRetries > 0 && !signal.aborted) {
      chunk.pictureRetries--
      await waitBackoff(chunk, { failures, retryAfterMs: failure.retryAfterMs, maxMs: MAX_PICTURE_WAIT_MS })
      continue
    }
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  }
}

async function render(chunk: Chunk, { record, imageId }: Todo): Promise<Image> {
  const { world, run, action, version, fonts } = chunk
  const values = mapRecord(record.fields)
  const job = {
    version,
    values,
    modifications: [],
    output: action.output,
    preview: true,
    fonts,
    ids: { runId: run.id, recordId: record.recordId },
  }
  const { report, ...made } = await renderRecord(chunk, record, job)
  return {
    id: imageId,
    templateId: version.templateId,
    templateVersion: version.version,
    design: null,
    sequence: null,
    actionId: action.id,
    runId: run.id,
    recordId: record.recordId,
    values,
    modifications: [],
    metadata: run.metadata,
    ...(await attempt(() => keepImage(world, made), chunk)),
    report,
    webhookIds: [],
    createdAt: world.clock.now(),
  }
}

/**
 * Renders the image of a record and keeps its bytes.
 * @returns null when the process stops, or something of ours does not work: the record stays pending
 */
export async function makeImage(chunk: Chunk, todo: Todo): Promise<Made | null> {
  try {
    return { ...todo, image: await render(chunk, todo), isNew: true, failure: null }
  } catch (error) {
    if (chunk.signal.aborted || error === chunk.trouble) return null
    if (isOurTrouble(error)) {
      chunk.trouble = error
      return null
    }
    return { ...todo, image: null, isNew: false, failure: chunk.reasonOf(error, todo.record) }
  }
}
