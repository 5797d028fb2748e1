import type { Failure } from '@pictable/model/failure'

/** Records to render: by id, or null for the whole view. */
export interface Firing {
  recordIds: readonly string[] | null
}

/** What starts the runs of an action by itself. */
export interface Trigger {
  id: string
  actionId: string
  /** A key of the registry. */
  kind: string
  /** Checked against the settings schema of the kind. */
  settings: Readonly<Record<string, unknown>>
  active: boolean
  /** SHA-256 of the token in its address, by which a call finds it. */
  tokenHash: string
  sealedToken: string
  /** What its kind remembers, sealed; null when nothing. */
  sealedState: string | null
  /** How it works at present, for people; null when there is nothing to say. */
  note: string | null
  /** When its kind wants to look at it next. */
  nextAt: Date | null
  /** What has been gathered, to be fired at `fireAt`. */
  pending: Firing | null
  fireAt: Date | null
  lastFiredAt: Date | null
  lastRunId: string | null
  /** Why it did not work when it was last looked at. */
  error: Failure | null
  revision: number
  createdAt: Date
  updatedAt: Date
}

/** What changes while it works, without a save. */
export type TriggerCourse = Pick<
  Trigger,
  'sealedState' | 'note' | 'nextAt' | 'pending' | 'fireAt' | 'lastFiredAt' | 'lastRunId' | 'error'
>

/** More than these are the whole view: reading it costs less than naming them. */
export const MOST_NAMED = 5000

/** What failed is polled again after this time. */
export const POLL_AGAIN_MS = 5 * 60_000

/** Both together: all ids, or the whole view when one of them wants it or they are too many. */
export function mergeFirings(first: Firing | null, last: Firing): Firing {
  if (first?.recordIds === null || last.recordIds === null) return { recordIds: null }
  const recordIds = [...new Set([...(first?.recordIds ?? []), ...last.recordIds])]
  return { recordIds: recordIds.length > MOST_NAMED ? null : recordIds }
}
