import type { CallInput, Contract } from '@pictable/client'
import type { ActionChange, ActionDraft } from '#core/action/save-action.ts'

type WriteBackJson = CallInput<Contract['actions']['create']>['body']['write_back']

/** Nothing when it was not said, so that an update leaves what there is. */
export function writeBackOf(json: WriteBackJson): Pick<ActionDraft, 'writeBack'> {
  if (json === undefined) return {}
  if (json === null) return { writeBack: null }
  const { rendered_at: renderedAt, refill_empty: refillEmpty, ...others } = json
  return { writeBack: { ...others, renderedAt, refillEmpty } }
}

type ChangeJson = NonNullable<CallInput<Contract['actions']['update']>['body']>

/** What of an action is to be different. */
export function actionChangeOf(json: ChangeJson): ActionChange {
  const { connection_id: connectionId, base_id: baseId, template_id: templateId, write_back, ...others } = json
  const { stop_after_failures: stopAfterFailures, ...change } = others
  return {
    ...change,
    ...(connectionId !== undefined && { connectionId }),
    ...(baseId !== undefined && { baseId }),
    ...(templateId !== undefined && { templateId }),
    ...(stopAfterFailures !== undefined && { stopAfterFailures }),
    ...writeBackOf(write_back),
  }
}
