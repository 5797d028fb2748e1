import type { CallInput, Contract } from '@pictable/client'
import type { ImageFilter } from '#core/ports/data/runs.ts'
import { type Caller, requireAction } from '#http/caller/caller.ts'

type Query = NonNullable<CallInput<Contract['images']['count']>['query']>

/** Which images are meant. @throws AppError `forbidden` when the caller's key is limited to other actions */
export function imageFilterOf(caller: Caller, query: Query): ImageFilter {
  requireAction(caller, query.action_id ?? null)
  return {
    ...(query.action_id !== undefined && { actionId: query.action_id }),
    ...(query.run_id !== undefined && { runId: query.run_id }),
    ...(query.template_id !== undefined && { templateId: query.template_id }),
    ...(query.record_id !== undefined && { recordId: query.record_id }),
    ...(query.output !== undefined && { output: query.output }),
    ...(query.modified_layer !== undefined && { modifiedLayer: query.modified_layer }),
    ...(query.created_from !== undefined && { createdFrom: new Date(query.created_from) }),
    ...(query.created_until !== undefined && { createdUntil: new Date(query.created_until) }),
  }
}
