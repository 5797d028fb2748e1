import type { Delivery } from '#dashboard/api/types.ts'
import { t } from '#dashboard/strings/webhooks.ts'
import { Badge } from '#dashboard/ui/badge.tsx'

/** What became of deliveries, in words and colours. */
export const deliveryStates = {
  pending: { tone: 'accent', label: t('webhooks.state_pending') },
  delivered: { tone: 'good', label: t('webhooks.state_delivered') },
  failed: { tone: 'bad', label: t('webhooks.state_failed') },
  paused: { tone: 'neutral', label: t('webhooks.state_paused') },
} as const

/** One that is tried again has not gone well so far. */
export function DeliveryState({ delivery: { state, error } }: { delivery: Pick<Delivery, 'state' | 'error'> }) {
  const { tone, label } = deliveryStates[state]
  return <Badge tone={state === 'pending' && error !== null ? 'warn' : tone}>{label}</Badge>
}
