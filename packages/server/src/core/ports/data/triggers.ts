import type { Listing, ListOptions } from '#core/ports/data/page.ts'
import type { EditableResources } from '#core/ports/data/resources.ts'
import type { Firing, Trigger, TriggerCourse } from '#core/trigger/trigger.ts'

export interface TriggerData extends EditableResources<Trigger> {
  list(options: ListOptions & { actionId?: string | undefined }): Promise<Listing<Trigger>>
  ofAction(actionId: string): Promise<Trigger[]>
  /** Active ones of the kind. */
  active(kind: string): Promise<Trigger[]>
  findByToken(tokenHash: string): Promise<Trigger | null>
  /** For the rest of the transaction nobody else changes it. */
  lock(id: string): Promise<Trigger | null>
  /** Leaves the revision as it is. */
  setCourse(id: string, course: Partial<TriggerCourse>): Promise<void>
  /** Stores what a call wants rendered until the trigger fires. `waitingBytes`: the size of all that waits, with this. */
  addCall(id: string, call: Firing & { at: Date; waitingBytes: number }): Promise<void>
  /** What waits to be fired; null when nothing does. */
  waiting(id: string): Promise<{ bytes: number; firstAt: Date; lastAt: Date } | null>
  /** Takes all that waits, in the order of the calls. */
  takeCalls(id: string): Promise<Firing[]>
  /** Active ones that should have been looked at before. */
  overdue(before: Date): Promise<string[]>
}
