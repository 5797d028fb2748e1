/** `waiting`: the follow-up run of its action, which waits for the active run. */
export const runStates = ['waiting', 'active', 'completed', 'failed', 'cancelled'] as const

export type RunState = (typeof runStates)[number]

/** How an ended run came out, whatever its state: `completed` as a state says only that it reached its end. */
export const runOutcomes = ['completed', 'completed_with_failures', 'failed', 'cancelled'] as const

export type RunOutcome = (typeof runOutcomes)[number]

export const runRecordStates = ['pending', 'rendered', 'skipped', 'failed', 'cancelled'] as const

export type RunRecordState = (typeof runRecordStates)[number]

/** Of an action with an active run: before and after its first page is read. */
export const runStatuses = ['Starting', 'Started'] as const

/** null without an active run. */
export type Status = (typeof runStatuses)[number] | null

/**
 * What someone should check in an image: the warnings of the renderer, an exception of its record that changes nothing, a
 * key that another record has too, and one that makes no stable URL.
 */
export const warningCodes = [
  'enlarged',
  'hard_to_scan',
  'invalid',
  'missing_features',
  'missing_glyphs',
  'missing_image',
  'overflows',
  'repeated_colors',
  'shrunk',
  'truncated',
  'unformatted',
  'unused_exception',
  'duplicate_key',
  'no_key',
] as const

export type WarningCode = (typeof warningCodes)[number]
