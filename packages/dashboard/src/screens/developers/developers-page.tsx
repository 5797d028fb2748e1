import type { CallAnswer, Contract } from '@pictable/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { useMay } from '#dashboard/api/session.ts'
import { usePages } from '#dashboard/api/use-pages.ts'
import { t } from '#dashboard/strings/t.ts'
import { Badge } from '#dashboard/ui/badge.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { ConfirmButton } from '#dashboard/ui/confirm-button.tsx'
import { EmptyState } from '#dashboard/ui/empty-state.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import { Page } from '#dashboard/ui/page.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { type Column, Table } from '#dashboard/ui/table.tsx'
import { Time } from '#dashboard/ui/time.tsx'
import { toast } from '#dashboard/ui/toast.ts'
import { CreateKey } from './create-key.tsx'
import { scopeText } from './scopes.ts'

type ApiKey = CallAnswer<Contract['apiKeys']['get']>

function actionsText({ action_ids: ids }: ApiKey): string {
  return ids === null ? t('developers.all_actions') : t('developers.some_actions', { count: ids.length })
}

function RevokeKey({ apiKey: { id, name, revoked_at: revokedAt } }: { apiKey: ApiKey }) {
  const queries = useQueryClient()
  const revoke = useMutation({
    ...api.apiKeys.revoke.mutation(),
    onSuccess: () => {
      queries.invalidateQueries({ queryKey: api.apiKeys.list.key })
      toast.done(t('developers.revoke_done'))
    },
  })
  if (revokedAt !== null) return <Badge>{t('developers.revoked')}</Badge>
  return (
    <ConfirmButton
      size="small"
      title={t('developers.revoke_title', { name })}
      description={t('developers.revoke_help')}
      confirm={t('developers.revoke_confirm')}
      onConfirm={() => revoke.mutate({ params: { id } })}
    >
      {t('developers.revoke')}
    </ConfirmButton>
  )
}

const columns: readonly Column<ApiKey>[] = [
  {
    id: 'name',
    title: t('developers.name'),
    cell: ({ name, scopes }) => (
      <span className="grid">
        <span dir="auto" className="truncate font-medium">
          {name}
        </span>
        <span className="truncate text-[13px] text-ink-soft">{scopeText(scopes)}</span>
      </span>
    ),
  },
  { id: 'actions', title: t('developers.actions'), width: '8rem', wideOnly: true, cell: actionsText },
  {
    id: 'used',
    title: t('developers.last_used'),
    width: '8rem',
    wideOnly: true,
    cell: ({ last_used_at: at }) => (at === null ? t('developers.never') : <Time at={at} />),
  },
  {
    id: 'state',
    title: t('developers.state'),
    width: '6rem',
    end: true,
    cell: (apiKey) => <RevokeKey apiKey={apiKey} />,
  },
]

/** The keys of programs: made, shown once, revoked. */
export function DevelopersPage() {
  if (useMay('admin')) return <Keys />
  return (
    <Page title={t('developers.title')} lead={t('developers.lead')}>
      <EmptyState
        icon={<KeyRound aria-hidden />}
        title={t('developers.owners_only')}
        help={t('developers.owners_only_help')}
      />
    </Page>
  )
}

function Keys() {
  const [isAdding, setAdding] = useState(false)
  const list = usePages(api.apiKeys.list.pages({ query: { limit: 50 } }))
  const isEmpty = !list.isPending && !list.error && list.items.length === 0
  const add = (
    <Button look="primary" icon={<Plus />} onClick={() => setAdding(true)}>
      {t('developers.new')}
    </Button>
  )
  return (
    <Page title={t('developers.title')} lead={t('developers.lead')} actions={list.items.length > 0 && add}>
      {list.error && <Failure error={list.error} again={list.again} />}
      {list.isPending && <Skeleton lines={5} />}
      {isEmpty && (
        <EmptyState
          icon={<KeyRound aria-hidden />}
          title={t('developers.empty')}
          help={t('developers.empty_help')}
          action={add}
        />
      )}
      {list.items.length > 0 && (
        <Table
          label={t('developers.list')}
          columns={columns}
          items={list.items}
          keyOf={({ id }) => id}
          onEnd={list.loadMore}
          rowHeightPx={60}
        />
      )}
      {isAdding && <CreateKey onClose={() => setAdding(false)} />}
    </Page>
  )
}
