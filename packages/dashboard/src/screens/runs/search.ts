/** What the badge of a run says: how it came out, or its state until then. */
export const runStatuses = ['active', 'waiting', 'completed', 'completed_with_failures', 'failed', 'cancelled'] as const
export const recordStates = ['pending', 'rendered', 'skipped', 'failed', 'cancelled'] as const
export const warnings = ['missing_glyphs', 'missing_image', 'overflows', 'shrunk', 'truncated', 'unformatted'] as const
export const warningFilters = ['any', ...warnings] as const

export type Outcome = (typeof recordStates)[number]
export type WarningFilter = (typeof warningFilters)[number]
