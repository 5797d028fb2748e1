import type { ErrorDetail } from '#core/errors.ts'
import { pointer } from '#core/pointer.ts'
import { isMask, MASK_DETAIL, masked } from '#core/secret-mask.ts'
import type { Headers } from './webhook-secrets.ts'

/** Headers of a change with the stored values in place of their masks. */
export interface EnteredHeaders {
  headers: Headers
  /** Names of those whose stored value stays. */
  kept: string[]
  /** Masks that stand for no stored value. */
  problems: ErrorDetail[]
}

/** A value sent as it is shown keeps the stored one. */
export function enterHeaders(entered: Headers | undefined, stored: Headers): EnteredHeaders {
  if (entered === undefined) return { headers: stored, kept: Object.keys(stored), problems: [] }
  const byName = new Map(Object.entries(stored).map(([name, value]) => [name.toLowerCase(), value]))
  const kept: string[] = []
  const problems: ErrorDetail[] = []
  const headers = Object.entries(entered).map(([name, value]) => {
    const known = byName.get(name.toLowerCase())
    if (known !== undefined && value === masked(known)) {
      kept.push(name)
      return [name, known]
    }
    if (isMask(value)) problems.push({ pointer: pointer('headers', name), detail: MASK_DETAIL })
    return [name, value]
  })
  return { headers: Object.fromEntries(headers), kept, problems }
}
