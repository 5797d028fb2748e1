import { z } from 'zod'
import { type FieldRef, fieldRefOf } from './field.ts'

/** Whether and by what the newest image of a record has a URL that never changes. */
export interface StableUrls {
  /** The field whose value is in the URL. null: the id of the record. */
  readonly field: FieldRef | null
}

/** As it is stored. */
export const storedStableUrls = z.object({ field: fieldRefOf(z.object).nullable() })
