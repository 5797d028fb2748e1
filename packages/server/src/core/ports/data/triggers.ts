import type { Listing, ListOptions } from '#core/ports/data/page.ts'
import type { EditableResources } from '#core/ports/data/resources.ts'
import type { WaitingCalls } from '#core/ports/data/waiting-calls.ts'
import type { Trigger, TriggerCourse } from '#core/trigger/trigger.ts'

export interface TriggerData extends EditableResources<Trigger> {
  list(options: ListOptions & { actionId?: string | undefined }): Promise<Listing<Trigger>>
  ofAction(actionId: string): Promise<Trigger[]>
  /** The ids of active ones of the kind whose action reads this built-in table, in order. */
  onOwnTable(tableId: string, kind: string): Promise<string[]>
  /** Active ones of the kind. */
  active(kind: string): Promise<Trigger[]>
  findByToken(tokenHash: string): Promise<Trigger | null>
  /** For the rest of the transaction nobody else changes it. */
  lock(id: string): Promise<Trigger | null>
  /** Leaves the revision as it is. */
  setCourse(id: string, course: Partial<TriggerCourse>): Promise<void>
  /** What calls want rendered until the trigger fires. */
  calls: WaitingCalls
  /** Active ones that should have been looked at before. */
  overdue(before: Date): Promise<string[]>
}
