import type { AppliedException, RecordException } from '#core/output/exception.ts'
import type { Listing, ListOptions } from '#core/ports/data/page.ts'

/** What is changed in the images of single records. Every change is made under the lock of the action. */
export interface ExceptionData {
  /** By the ids of the records. */
  list(options: ListOptions & { actionId: string }): Promise<Listing<RecordException>>
  get(actionId: string, recordId: string): Promise<RecordException | null>
  /** Of those of the records that have any. */
  find(actionId: string, recordIds: readonly string[]): Promise<Map<string, AppliedException>>
  /** Replaces what was saved for the record. @returns what is stored now */
  save(exception: RecordException): Promise<RecordException>
  /** @returns whether it was there */
  delete(actionId: string, recordId: string): Promise<boolean>
}
