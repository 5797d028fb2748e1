import type { WriteCheck } from '@pictable/model/write-check'
import type { Action } from '#core/action/action.ts'
import type { EditableResources } from '#core/ports/data/resources.ts'
import type { Run } from '#core/run/run.ts'

export interface ActionFilter {
  connectionId?: string | undefined
  tableId?: string | undefined
}

export interface ActionData extends EditableResources<Action, ActionFilter> {
  /** Holds the action's row until the transaction ends: every change of a run's state happens under it. @returns whether it is there */
  lock(id: string): Promise<boolean>
  /** Reads the action, and keeps it from changes until the transaction ends. */
  hold(id: string): Promise<Action | null>
  /** The tables of a connection are others since then. @returns the actions on them */
  moveTables(connectionId: string, at: Date): Promise<string[]>
  /** Those of which an output may draw the template. */
  usingTemplate(templateId: string): Promise<Action[]>
  /** What the table said of writing into it, unless the action was changed since. */
  noteWriteCheck(action: Pick<Action, 'id' | 'revision'>, check: WriteCheck | null): Promise<void>
  findByFeedToken(tokenHash: string): Promise<Action | null>
  /** One statement: what the status of the action is answered from. */
  getWithActiveRun(id: string): Promise<{ action: Action; activeRun: Pick<Run, 'id' | 'startedAt'> | null } | null>
}
