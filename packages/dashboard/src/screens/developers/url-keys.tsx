import type { CallAnswer, Contract } from '@pictable/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { toast } from '#dashboard/api/toast.ts'
import { usePages } from '#dashboard/api/use-pages.ts'
import { t } from '#dashboard/strings/developers.ts'
import type { Column } from '#dashboard/ui/table.tsx'
import { BuildAddress } from './build-address.tsx'
import { CreateUrlKey } from './create-url-key.tsx'
import { KeyList, KeyName, lastUsed, RevokeKey } from './keys.tsx'

export type UrlKey = CallAnswer<Contract['urlKeys']['get']>

function Revoke({ urlKey: { id, name, revoked_at: revokedAt } }: { urlKey: UrlKey }) {
  const queries = useQueryClient()
  const revoke = useMutation({
    ...api.urlKeys.revoke.mutation(),
    onSuccess: () => {
      queries.invalidateQueries({ queryKey: api.urlKeys.list.key })
      toast.done(t('developers.revoke_done'))
    },
  })
  const onRevoke = () => revoke.mutate({ params: { id } })
  return <RevokeKey revokedAt={revokedAt} name={name} help={t('developers.url_revoke_help')} onRevoke={onRevoke} />
}

function Build({ urlKey }: { urlKey: UrlKey }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="rounded text-accent-ink underline" onClick={() => setOpen(true)}>
        {t('developers.build')}
      </button>
      {' · '}
      {isOpen && <BuildAddress urlKey={urlKey} onClose={() => setOpen(false)} />}
    </>
  )
}

function templatesText({ template_ids: ids }: UrlKey): string {
  return ids === null ? t('developers.all_templates') : t('developers.some_templates', { count: ids.length })
}

const columns: readonly Column<UrlKey>[] = [
  {
    id: 'name',
    title: t('developers.name'),
    cell: (urlKey) => (
      <KeyName name={urlKey.name}>
        {urlKey.revoked_at === null && <Build urlKey={urlKey} />}
        {templatesText(urlKey)} · {t('developers.per_minute', { count: urlKey.renders_per_minute })}
      </KeyName>
    ),
  },
  lastUsed,
  { id: 'state', title: t('developers.state'), width: '6rem', end: true, cell: (urlKey) => <Revoke urlKey={urlKey} /> },
]

/** Keys that sign addresses under which images are rendered when they are opened. */
export function UrlKeys() {
  return (
    <KeyList
      title={t('developers.url_list')}
      lead={t('developers.url_lead')}
      icon={<Link2 aria-hidden />}
      empty={t('developers.url_empty')}
      emptyHelp={t('developers.url_empty_help')}
      add={t('developers.url_new')}
      columns={columns}
      list={usePages(api.urlKeys.list.pages({ query: { limit: 50 } }))}
      create={(onClose) => <CreateUrlKey onClose={onClose} />}
    />
  )
}
