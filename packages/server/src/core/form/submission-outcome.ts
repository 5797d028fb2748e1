import type { SubmissionState } from '@pictable/model/form'
import { formTextFor } from '@pictable/model/form-texts/texts'
import type { Image } from '#core/image/image.ts'
import type { Form, Submission } from '#core/ports/data/forms.ts'
import type { World } from '#core/ports/world.ts'
import { imageIdOf } from '#core/run/image-id.ts'

/** What a visitor is told of a submission. */
export interface SubmissionOutcome {
  state: SubmissionState
  /** Why there is no image. */
  message: string | null
  images: readonly (Pick<Image, 'id' | 'files'> & { output: string | null })[]
}

const FAILED = { state: 'failed', message: null, images: [] } as const

type OutcomeWorld = Pick<World, 'data' | 'digest'>

async function outcomeOfBatch({ data, digest }: OutcomeWorld, batchId: string): Promise<SubmissionOutcome> {
  const [item] = (await data.batches.items(batchId, { limit: 1 })).results
  if (item?.state === 'pending') return { state: 'pending', message: null, images: [] }
  const image = (await data.images.getFiles([imageIdOf(digest, batchId, { n: 0 })])).values().next().value
  if (image === undefined) return FAILED
  return { state: 'done', message: null, images: [{ ...image, output: null }] }
}

async function outcomeOfRun(
  { data }: OutcomeWorld,
  { runId, actionId, rowId }: Submission,
): Promise<SubmissionOutcome> {
  if (runId === null || actionId === null || rowId === null) return { state: 'done', message: null, images: [] }
  // Before the images: a run that ends in between has them all.
  const run = await data.runs.get(runId)
  const images = (await data.images.list({ actionId, recordId: rowId, limit: 20 })).results.toReversed()
  const isOpen = run?.state === 'active' || run?.state === 'waiting'
  if (images.length === 0 && !isOpen) return FAILED
  return { state: isOpen ? 'pending' : 'done', message: null, images }
}

/** What became of a submission so far. */
export async function outcomeOf(
  world: OutcomeWorld,
  { language }: Form,
  submission: Submission,
): Promise<SubmissionOutcome> {
  const { batchId } = submission
  const outcome = await (batchId === null ? outcomeOfRun(world, submission) : outcomeOfBatch(world, batchId))
  return outcome.state === 'failed' ? { ...outcome, message: formTextFor(language)('no_image') } : outcome
}
