import { useNavigate } from '@tanstack/react-router'
import { Plus, Webhook } from 'lucide-react'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { useMay } from '#dashboard/api/session.ts'
import { usePages } from '#dashboard/api/use-pages.ts'
import { t } from '#dashboard/strings/webhooks.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { ResourceList } from '#dashboard/ui/resource-list.tsx'
import { type Column, Table } from '#dashboard/ui/table.tsx'
import { Time } from '#dashboard/ui/time.tsx'
import { CreateWebhook } from './create-webhook.tsx'
import { formatWords } from './format-choice.tsx'
import { destinationOf, eventsText, nameOf, type WebhookJson } from './webhook.ts'
import { HealthBadge } from './webhook-health.tsx'

const columns: readonly Column<WebhookJson>[] = [
  {
    id: 'name',
    title: t('webhooks.name'),
    cell: (webhook) => (
      <span className="grid">
        <span dir="auto" className="truncate font-medium">
          {nameOf(webhook)}
        </span>
        <span dir="ltr" className="truncate text-[13px] text-ink-soft">
          {destinationOf(webhook)}
        </span>
      </span>
    ),
  },
  {
    id: 'format',
    title: t('webhooks.kind'),
    width: '8rem',
    wideOnly: true,
    cell: ({ format }) => formatWords[format].name,
  },
  { id: 'events', title: t('webhooks.events'), width: '8rem', wideOnly: true, cell: eventsText },
  { id: 'health', title: t('webhooks.health'), width: '9rem', cell: (webhook) => <HealthBadge webhook={webhook} /> },
  {
    id: 'created',
    title: t('webhooks.created'),
    width: '8rem',
    wideOnly: true,
    end: true,
    cell: ({ created_at: at }) => <Time at={at} />,
  },
]

const emptyLine = `curl ${location.origin}/v1/webhooks -H "Authorization: Bearer $PICTABLE_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"name": "Shop", "url": "https://shop.example/hooks", "secret": "generate"}'`

/** Who is told of what happens, and whether it arrives. */
export function WebhooksPage() {
  const navigate = useNavigate()
  const mayWrite = useMay('write')
  const [isAdding, setAdding] = useState(false)
  const list = usePages(api.webhooks.list.pages({ query: { limit: 50 } }))
  const add = mayWrite && (
    <Button look="primary" icon={<Plus />} onClick={() => setAdding(true)}>
      {t('webhooks.new')}
    </Button>
  )
  return (
    <ResourceList
      title={t('webhooks.title')}
      lead={t('webhooks.lead')}
      list={list}
      add={add}
      empty={{
        icon: <Webhook aria-hidden />,
        title: t('webhooks.empty'),
        help: t('webhooks.empty_help'),
        line: emptyLine,
      }}
      dialogs={isAdding && <CreateWebhook onClose={() => setAdding(false)} />}
    >
      <Table
        label={t('webhooks.list')}
        columns={columns}
        items={list.items}
        keyOf={({ id }) => id}
        onOpen={({ id }) => navigate({ to: '/webhooks/$id', params: { id } })}
        onEnd={list.loadMore}
        rowHeightPx={60}
      />
    </ResourceList>
  )
}
