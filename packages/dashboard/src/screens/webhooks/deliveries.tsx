import { eventNames } from '@pictable/model/webhook'
import { getRouteApi } from '@tanstack/react-router'
import { Send } from 'lucide-react'
import { api } from '#dashboard/api/api.ts'
import type { Delivery } from '#dashboard/api/types.ts'
import { usePages } from '#dashboard/api/use-pages.ts'
import { t } from '#dashboard/strings/webhooks.ts'
import { Badge } from '#dashboard/ui/badge.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { EmptyState } from '#dashboard/ui/empty-state.tsx'
import { Select } from '#dashboard/ui/fields/select.tsx'
import { Listing } from '#dashboard/ui/listing.tsx'
import { Section } from '#dashboard/ui/page.tsx'
import { Quantity } from '#dashboard/ui/quantity.tsx'
import { type Column, Table } from '#dashboard/ui/table.tsx'
import { Time } from '#dashboard/ui/time.tsx'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { DeliveryState, deliveryStates } from './delivery-state.tsx'
import { ReplayFailed } from './replay-failed.tsx'
import type { WebhookJson } from './webhook.ts'
import { TestButton } from './webhook-actions.tsx'

const here = getRouteApi('/frame/webhooks/$id')

const columns: readonly Column<Delivery>[] = [
  {
    id: 'event',
    title: t('webhooks.event'),
    cell: ({ event, test, recipient }) => (
      <span className="flex items-center gap-2">
        <span className="truncate font-mono text-[13px]">{event}</span>
        {recipient !== null && (
          <span dir="ltr" className="truncate text-[13px] text-ink-soft">
            {recipient}
          </span>
        )}
        {test && <Badge>{t('webhooks.is_test')}</Badge>}
      </span>
    ),
  },
  { id: 'state', title: t('webhooks.state'), width: '7rem', cell: (delivery) => <DeliveryState delivery={delivery} /> },
  {
    id: 'answer',
    title: t('webhooks.answer'),
    wideOnly: true,
    cell: ({ last_status: status, error }) => (
      <span className="text-ink-soft">{[status, error?.message].filter(Boolean).join(' · ')}</span>
    ),
  },
  {
    id: 'attempts',
    title: t('webhooks.attempts'),
    width: '5rem',
    wideOnly: true,
    end: true,
    cell: ({ attempts }) => <Quantity value={attempts} />,
  },
  {
    id: 'when',
    title: t('webhooks.when'),
    width: '6.5rem',
    end: true,
    cell: ({ created_at: at }) => <Time at={at} />,
  },
]

const any = 'any'

const stateOptions = [
  { value: any, label: t('webhooks.any_state') },
  ...Object.entries(deliveryStates).map(([value, { label }]) => ({ value, label })),
]
const eventOptions = [
  { value: any, label: t('webhooks.any_event') },
  ...eventNames.map((name) => ({ value: name, label: name })),
]

function Filters() {
  const { state = any, event = any } = here.useSearch()
  const navigate = here.useNavigate()
  const filter = (name: 'state' | 'event', value: string) =>
    navigate({ search: (before) => ({ ...before, [name]: value === any ? undefined : value }), replace: true })
  return (
    <>
      <div className="w-36">
        <Select
          aria-label={t('webhooks.state')}
          options={stateOptions}
          value={state}
          onChange={(value) => filter('state', value)}
        />
      </div>
      <div className="w-40">
        <Select
          aria-label={t('webhooks.event')}
          options={eventOptions}
          value={event}
          onChange={(value) => filter('event', value)}
        />
      </div>
    </>
  )
}

function NoDeliveries({ id, mayTest }: { id: string; mayTest: boolean }) {
  const { state, event } = here.useSearch()
  const navigate = here.useNavigate()
  if (state === undefined && event === undefined)
    return (
      <EmptyState
        icon={<Send aria-hidden />}
        title={t('webhooks.deliveries_empty')}
        help={t('webhooks.deliveries_empty_help')}
        action={mayTest && <TestButton id={id} />}
      />
    )
  return (
    <EmptyState
      title={t('webhooks.deliveries_none')}
      help={t('webhooks.deliveries_none_help')}
      action={<Button onClick={() => navigate({ search: {} })}>{t('webhooks.filter_clear')}</Button>}
    />
  )
}

/** Everything that was sent to a webhook, live. */
export function Deliveries({ webhook, mayWrite }: { webhook: WebhookJson; mayWrite: boolean }) {
  const { id } = webhook
  const { delivery: looked, ...filters } = here.useSearch()
  const navigate = here.useNavigate()
  const given = Object.entries(filters).filter(([, value]) => value !== undefined)
  const query = { limit: 50, ...Object.fromEntries(given) }
  const list = usePages(api.webhooks.deliveries.pages({ params: { id }, query }))
  const look = (delivery: string | undefined) => navigate({ search: (before) => ({ ...before, delivery }) })
  return (
    <Section
      title={t('webhooks.deliveries')}
      aside={
        <div className="flex flex-wrap items-center gap-2">
          <Filters />
          {mayWrite && webhook.pause === null && <ReplayFailed id={id} />}
        </div>
      }
    >
      <Listing list={list} empty={<NoDeliveries id={id} mayTest={mayWrite && webhook.pause === null} />}>
        <Table
          label={t('webhooks.deliveries')}
          columns={columns}
          items={list.items}
          keyOf={(delivery) => delivery.id}
          onOpen={(delivery) => look(delivery.id)}
          onEnd={list.loadMore}
        />
      </Listing>
      {looked !== undefined && <DeliveryDialog id={looked} mayWrite={mayWrite} onClose={() => look(undefined)} />}
    </Section>
  )
}
