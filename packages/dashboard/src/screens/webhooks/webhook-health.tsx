import { useQuery } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'
import { t } from '#dashboard/strings/webhooks.ts'
import { Badge } from '#dashboard/ui/badge.tsx'
import { Time } from '#dashboard/ui/time.tsx'
import type { WebhookJson } from './webhook.ts'

/** Deliveries are known for so long. */
const logMs = 30 * 86_400_000

/** How a webhook fares, in a word. It works once something has arrived there. */
export function HealthBadge({ webhook }: { webhook: WebhookJson }) {
  const { id, pause, failing_since: failingSince, created_at: createdAt } = webhook
  const arrived = useQuery({
    ...api.webhooks.deliveries.query({ params: { id }, query: { state: 'delivered', limit: 1 } }),
    enabled: pause === null && failingSince === null,
  }).data?.results
  if (pause) return <Badge tone={pause.reason === 'owner' ? 'neutral' : 'bad'}>{t('webhooks.paused')}</Badge>
  if (failingSince !== null) return <Badge tone="warn">{t('webhooks.failing')}</Badge>
  if (arrived === undefined) return null
  if (arrived.length === 0) {
    const isNew = Date.now() - Date.parse(createdAt) < logMs
    return <Badge>{t(isNew ? 'webhooks.nothing_sent' : 'webhooks.nothing_lately')}</Badge>
  }
  return <Badge tone="good">{t('webhooks.works')}</Badge>
}

/** Why nothing arrives; nothing where all is well. */
export function HealthNote({ webhook }: { webhook: WebhookJson }) {
  const { pause, failing_since: failingSince, failed_attempts: failedAttempts } = webhook
  if (pause)
    return (
      <p className="rounded-lg bg-warn-soft p-3 text-warn">
        {pause.message} <Time at={pause.at} />
      </p>
    )
  if (failingSince === null) return null
  return (
    <p className="rounded-lg bg-warn-soft p-3 text-warn">
      {t('webhooks.failing_since')} <Time at={failingSince} /> (
      {t('webhooks.failed_attempts', { count: failedAttempts })})
    </p>
  )
}
