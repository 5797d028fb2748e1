import { ApiError } from '@pictable/client'
import { t } from '#dashboard/strings/t.ts'

/** An error whose message is for people. */
export class SaidError extends Error {}

/** What went wrong, for people: the server's own words, or ours when it could not be asked. */
export function errorWords(error: unknown): string {
  if (error instanceof ApiError) return error.problem.detail
  if (error instanceof SaidError) return error.message
  if (error instanceof TypeError) return t('error.unreachable')
  return t('error.unexpected')
}

/** What the server says of single fields, by their JSON pointer. */
export function fieldErrors(error: unknown): ReadonlyMap<string, string> {
  if (!(error instanceof ApiError)) return new Map()
  return new Map(error.problem.errors.map(({ pointer, detail }) => [pointer, detail]))
}

/** What is wrong at a place, or inside it. */
export function errorAt(errors: ReadonlyMap<string, string>, place: string): string | undefined {
  return [...errors].find(([pointer]) => pointer === place || pointer.startsWith(`${place}/`))?.[1]
}

/** Whether trying the same again may work. */
export function mayPass(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500 || error.status === 429
}

export function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

/** The present state does not allow it. */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409
}

/** Somebody else has saved since it was read. */
export function isStaleError(error: unknown): boolean {
  return error instanceof ApiError && error.status === 412
}
