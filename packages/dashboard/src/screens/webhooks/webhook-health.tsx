import { t } from '#dashboard/strings/t.ts'
import { Badge } from '#dashboard/ui/badge.tsx'
import { Time } from '#dashboard/ui/time.tsx'
import type { WebhookJson } from './webhook.ts'

/** How a webhook fares, in a word. */
export function HealthBadge({ webhook }: { webhook: WebhookJson }) {
  const { pause, failing_since: failingSince } = webhook
  if (pause) return <Badge tone={pause.reason === 'owner' ? 'neutral' : 'bad'}>{t('webhooks.paused')}</Badge>
  if (failingSince !== null) return <Badge tone="warn">{t('webhooks.failing')}</Badge>
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
