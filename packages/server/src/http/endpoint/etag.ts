import { AppError } from '#core/errors.ts'
import type { Digest } from '#core/ports/digest.ts'

/** Of what changes by saving. */
function revisionOfBody(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('revision' in body)) return undefined
  return typeof body.revision === 'number' ? `r${body.revision}` : undefined
}

/**
 * The ETag of an answer: of its revision, and for what was only read of its text too: some of it, such as the last test
 * of a connection, changes without anybody saving.
 */
export function etagOf(digest: Digest, { method, body, text }: { method: string; body: unknown; text: string }) {
  const revision = revisionOfBody(body)
  if (method !== 'GET') return revision && `"${revision}"`
  const ofText = digest.sha256(text).slice(0, 32)
  return revision === undefined ? `W/"${ofText}"` : `"${revision}-${ofText}"`
}

/** Whether `If-None-Match` names this ETag (weak comparison). */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const bare = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => bare(tag) === bare(etag))
}

/** The revision that `If-Match` names. @throws AppError `precondition_failed` for an ETag that no revision has */
export function revisionOf(ifMatch: string | undefined): number | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined
  const revision = /^"r(\d{1,9})(?:-[0-9a-f]{32})?"$/.exec(ifMatch.trim())?.[1]
  if (revision === undefined) {
    throw new AppError('precondition_failed', 'If-Match must be the ETag of the last response for this resource.')
  }
  return Number(revision)
}
