import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { api } from '#dashboard/api/api.ts'
import { useMay } from '#dashboard/api/session.ts'
import { useActions } from '#dashboard/api/use-actions.ts'
import { t } from '#dashboard/strings/webhooks.ts'
import { Badge } from '#dashboard/ui/badge.tsx'
import { CopyId } from '#dashboard/ui/copy.tsx'
import { Page, Section } from '#dashboard/ui/page.tsx'
import { ResourcePage } from '#dashboard/ui/resource-page.tsx'
import { Deliveries } from './deliveries.tsx'
import { formatWords } from './format-choice.tsx'
import { destinationOf, nameOf, type WebhookJson } from './webhook.ts'
import { WebhookActions } from './webhook-actions.tsx'
import { HealthBadge, HealthNote } from './webhook-health.tsx'

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 content-start gap-0.5 bg-ground px-3 py-2">
      <dt className="text-xs text-ink-soft">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  )
}

function secretText({ secret }: WebhookJson): string {
  return secret === null ? t('webhooks.secret_missing') : t('webhooks.secret_is', { secret })
}

/** What only the standard format sends. */
function StandardFacts({ webhook }: { webhook: WebhookJson }) {
  const headers = Object.entries(webhook.headers)
  return (
    <>
      <Fact name={t('webhooks.secret')}>
        {secretText(webhook)}
        {webhook.older_secrets.map(({ secret }) => (
          <p key={secret} className="text-[13px] text-ink-soft">
            {t('webhooks.secret_older', { secret })}
          </p>
        ))}
      </Fact>
      <Fact name={t('webhooks.headers')}>
        {headers.length === 0
          ? t('webhooks.none')
          : headers.map(([name, value]) => (
              <p key={name} dir="ltr" className="font-mono text-[13px]">{`${name}: ${value}`}</p>
            ))}
      </Fact>
      <Fact name={t('webhooks.user_defined')}>
        {webhook.user_defined === null ? (
          t('webhooks.none')
        ) : (
          <code dir="ltr" className="text-[13px]">
            {JSON.stringify(webhook.user_defined)}
          </code>
        )}
      </Fact>
    </>
  )
}

function Facts({ webhook }: { webhook: WebhookJson }) {
  const actions = useActions()
  const titleOf = (id: string) => actions.find((action) => action.id === id)?.title ?? id
  return (
    <dl className="grid gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-2 lg:grid-cols-3">
      <Fact name={t('webhooks.events')}>
        {webhook.events?.join(', ') ?? t('webhooks.all_events')}
        {webhook.only_failures && <span className="block text-ink-soft">{t('webhooks.only_failures')}</span>}
      </Fact>
      <Fact name={t('webhooks.actions')}>
        <span dir="auto">{webhook.actions?.map(titleOf).join(', ') ?? t('webhooks.all_actions')}</span>
      </Fact>
      {webhook.format === 'standard' && <StandardFacts webhook={webhook} />}
      <Fact name={t('webhooks.id')}>
        <CopyId id={webhook.id} />
        {webhook.format !== 'email' && (
          <p className="mt-1 text-[13px] text-ink-soft">
            {t('webhooks.timeout_is', { seconds: webhook.timeout_ms / 1000 })}
          </p>
        )}
      </Fact>
    </dl>
  )
}

/** One receiver: how it fares, how it is set up, and everything that was sent to it. */
export function WebhookPage() {
  const { id } = getRouteApi('/frame/webhooks/$id').useParams()
  const mayWrite = useMay('write')
  const read = useQuery(api.webhooks.get.query({ params: { id } }))
  return (
    <ResourcePage kind={t('webhooks.title')} read={read}>
      {(webhook) => (
        <Page
          recent
          title={nameOf(webhook)}
          lead={
            <span className="flex flex-wrap items-center gap-2">
              <Badge>{formatWords[webhook.format].name}</Badge>
              <HealthBadge webhook={webhook} />
              <span dir="ltr" className="break-all">
                {destinationOf(webhook)}
              </span>
            </span>
          }
          actions={mayWrite && <WebhookActions webhook={webhook} />}
        >
          <HealthNote webhook={webhook} />
          <Section title={t('webhooks.about')}>
            <Facts webhook={webhook} />
          </Section>
          <Deliveries webhook={webhook} mayWrite={mayWrite} />
        </Page>
      )}
    </ResourcePage>
  )
}
