import type { FilterOperator } from './filter.ts'

/** Operators of the filters of a built-in table and its views. */
export const viewOperators = [
  'equals',
  'not_equals',
  'contains',
  'empty',
  'not_empty',
  'greater',
  'less',
] as const satisfies readonly FilterOperator[]

export type ViewOperator = (typeof viewOperators)[number]

export const sortDirections = ['ascending', 'descending'] as const

export type SortDirection = (typeof sortDirections)[number]

/** Errors in rows of a file reject the file, or leave out these rows. */
export const mistakeRules = ['refuse', 'skip'] as const

export type MistakeRule = (typeof mistakeRules)[number]

/** Of an import that goes on after the response. */
export const importStates = ['active', 'completed', 'failed'] as const

export type ImportState = (typeof importStates)[number]

/** Values that do not fit a field's new kind reject the change, or are emptied. */
export const invalidValueRules = ['refuse', 'empty'] as const

export type InvalidValueRule = (typeof invalidValueRules)[number]
