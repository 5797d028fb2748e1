import { runOutcomes, warningCodes } from '@pictable/model/run'

/** What the badge of a run says: how it came out, or its state until then. */
export const runStatuses = ['active', 'waiting', ...runOutcomes] as const
export const warningFilters = ['any', ...warningCodes] as const

export type WarningFilter = (typeof warningFilters)[number]
