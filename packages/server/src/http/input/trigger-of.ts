import type { CallInput, Contract } from '@pictable/client'
import type { World } from '#core/ports/world.ts'
import type { TriggerRequest } from '#core/run/start-run.ts'
import { checkReceiverUrl } from '#core/webhook/save-webhook.ts'
import type { Caller } from '#http/caller/caller.ts'

type TriggerJson = CallInput<Contract['tablesources']['trigger']>['body']

/** What a trigger asks for; an empty body asks for the whole view. @throws AppError `invalid_request` when its webhook_url cannot be used */
export function triggerOf(
  { world, caller }: { world: Pick<World, 'webhookGuard'>; caller: Caller },
  body: TriggerJson,
): TriggerRequest {
  const webhookUrl = body?.webhook_url
  if (webhookUrl !== undefined) checkReceiverUrl(world, webhookUrl, 'webhook_url')
  return {
    webhookUrl,
    startedBy: { kind: caller.kind === 'user' ? 'user' : 'api_key', id: caller.id },
    recordIds: body?.record_ids ?? null,
    force: body?.force ?? false,
    limit: body?.limit ?? null,
    metadata: body?.metadata ?? null,
    isBounded: true,
  }
}
