import type { CallInput, Contract } from '@pictable/client'
import type { ActionDraft } from '#core/action/save-action.ts'

type WriteBackJson = CallInput<Contract['actions']['create']>['body']['write_back']

/** Nothing when it was not said, so that an update leaves what there is. */
export function writeBackOf(json: WriteBackJson): Pick<ActionDraft, 'writeBack'> {
  if (json === undefined) return {}
  if (json === null) return { writeBack: null }
  const { rendered_at: renderedAt, refill_empty: refillEmpty, ...others } = json
  return { writeBack: { ...others, renderedAt, refillEmpty } }
}
