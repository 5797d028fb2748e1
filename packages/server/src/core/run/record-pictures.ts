import { AppError } from '#core/errors.ts'
import { PictureError } from '#core/image/picture-error.ts'
import type { RenderJob } from '#core/ports/renderer.ts'
import type { Attachment } from '#core/ports/source.ts'
import { attachmentsIn } from './fresh-links.ts'
import type { Chunk } from './open-chunk.ts'
import type { PendingRecord } from './run.ts'
import { isWorthWaiting } from './worth-waiting.ts'

/** What hosts of files answer when a link of theirs has expired. */
const expiredStatuses: ReadonlySet<number | undefined> = new Set([401, 403, 404, 410])

/** The pictures of one record while it is rendered. */
export interface RecordPictures {
  load: NonNullable<RenderJob['load']>
  /** Why links could not be renewed, when the table may answer later. */
  tableFailure(): AppError | null
}

function attachmentOf(record: PendingRecord, src: string): Attachment | undefined {
  return attachmentsIn(Object.values(record.fields)).find(({ url }) => url === src)
}

/**
 * Loads what a record shows. A file in a cell is known by its id, so that it is fetched once however many records show it,
 * and when its link has expired the record is read again and the fresh one used.
 */
export function picturesOf(chunk: Chunk, record: PendingRecord): RecordPictures {
  const { action, run, world } = chunk
  let lost: AppError | null = null

  /** The address of today; the old one when the record or the file is gone. */
  async function freshUrl({ id, url }: Attachment): Promise<string> {
    try {
      return (await chunk.freshLinks(record.n)).get(id ?? '')?.url ?? url
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      // that the table refuses to be read is not why the picture is missing
      if (!isWorthWaiting(error, run, world.clock.now())) return url
      lost = error
      throw error
    }
  }

  const load: RecordPictures['load'] = async (src, signal, next) => {
    const attachment = attachmentOf(record, src)
    if (attachment?.id === undefined) return next(src, signal)
    const key = `${action.connectionId} ${attachment.id}`
    const isOver = attachment.expiresAt !== undefined && Date.parse(attachment.expiresAt) <= world.clock.now().getTime()
    const first = isOver ? await freshUrl(attachment) : src
    try {
      return await next(first, signal, key)
    } catch (error) {
      if (!(error instanceof PictureError) || !expiredStatuses.has(error.status) || first !== src) throw error
      const fresh = await freshUrl(attachment)
      if (fresh === src) throw error
      return next(fresh, signal, key)
    }
  }
  return { load, tableFailure: () => lost }
}
