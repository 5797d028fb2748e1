import { firstIdAt } from '#core/ids.ts'
import type { World } from '#core/ports/world.ts'
import { uploadKey } from './form.ts'

/** How long a picture waits for its form to be submitted. */
const UPLOAD_MS = 24 * 3_600_000
/** How long a page can ask what became of a submission. */
const SUBMISSION_MS = 30 * UPLOAD_MS

/** Deletes uploads and submissions whose time is over. */
export async function clearForms({ clock, data, storage }: Pick<World, 'clock' | 'data' | 'storage'>): Promise<void> {
  const now = clock.now().getTime()
  const before = new Date(now - UPLOAD_MS)
  const firstId = firstIdAt('upload', before)
  for await (const { key } of storage.list('uploads'))
    if (key.slice(uploadKey({ id: '' }).length) < firstId) await storage.delete(key)
  await data.forms.forgetUploads(before)
  await data.forms.forgetSubmissions(new Date(now - SUBMISSION_MS))
}
