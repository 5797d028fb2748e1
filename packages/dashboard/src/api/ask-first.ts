import { failureOf } from '@pictable/client'
import { watched } from './client.ts'

/**
 * Whether the server gives the file at a path, of which nothing is read yet: a link to one that is refused would keep
 * the refusal in its place. @throws ApiError when it does not
 */
export async function askFirst(path: string, signal: AbortSignal): Promise<true> {
  const answer = await watched(fetch, path, { signal })
  if (!answer.ok) throw await failureOf(answer)
  await answer.body?.cancel()
  return true
}
