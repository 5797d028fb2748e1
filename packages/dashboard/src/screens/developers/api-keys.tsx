import type { CallAnswer, Contract } from '@pictable/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { api } from '#dashboard/api/api.ts'
import { whenOpened } from '#dashboard/api/lazily.ts'
import { toast } from '#dashboard/api/toast.ts'
import { usePages } from '#dashboard/api/use-pages.ts'
import { t } from '#dashboard/strings/developers.ts'
import type { Column } from '#dashboard/ui/table.tsx'
import { KeyList, KeyName, lastUsed, RevokeKey } from './keys.tsx'
import { scopeText } from './scopes.ts'

const CreateKey = whenOpened(() => import('./create-key.tsx'), 'CreateKey')

type ApiKey = CallAnswer<Contract['apiKeys']['get']>

function actionsText({ action_ids: ids }: ApiKey): string {
  return ids === null ? t('developers.all_actions') : t('developers.some_actions', { count: ids.length })
}

function Revoke({ apiKey: { id, name, revoked_at: revokedAt } }: { apiKey: ApiKey }) {
  const queries = useQueryClient()
  const revoke = useMutation({
    ...api.apiKeys.revoke.mutation(),
    onSuccess: () => {
      queries.invalidateQueries({ queryKey: api.apiKeys.list.key })
      toast.done(t('developers.revoke_done'))
    },
  })
  const onRevoke = () => revoke.mutate({ params: { id } })
  return <RevokeKey revokedAt={revokedAt} name={name} help={t('developers.revoke_help')} onRevoke={onRevoke} />
}

const columns: readonly Column<ApiKey>[] = [
  {
    id: 'name',
    title: t('developers.name'),
    cell: ({ name, scopes }) => <KeyName name={name}>{scopeText(scopes)}</KeyName>,
  },
  { id: 'actions', title: t('developers.actions'), width: '8rem', wideOnly: true, cell: actionsText },
  lastUsed,
  { id: 'state', title: t('developers.state'), width: '6rem', end: true, cell: (apiKey) => <Revoke apiKey={apiKey} /> },
]

/** The keys of programs. */
export function ApiKeys() {
  return (
    <KeyList
      title={t('developers.list')}
      lead={t('developers.lead')}
      icon={<KeyRound aria-hidden />}
      empty={t('developers.empty')}
      emptyHelp={t('developers.empty_help')}
      add={t('developers.new')}
      columns={columns}
      list={usePages(api.apiKeys.list.pages({ query: { limit: 50 } }))}
      create={(onClose) => <CreateKey onClose={onClose} />}
    />
  )
}
