import type { CallAnswer, Contract } from '@pictable/client'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import { api } from '#dashboard/api/api.ts'
import { useMay } from '#dashboard/api/session.ts'
import { usePages } from '#dashboard/api/use-pages.ts'
import { t } from '#dashboard/strings/audit.ts'
import { buttonClass } from '#dashboard/ui/button.tsx'
import { CopyId } from '#dashboard/ui/copy.tsx'
import { EmptyState } from '#dashboard/ui/empty-state.tsx'
import { SearchBox } from '#dashboard/ui/fields/search-box.tsx'
import { Select } from '#dashboard/ui/fields/select.tsx'
import { Listing } from '#dashboard/ui/listing.tsx'
import { Page } from '#dashboard/ui/page.tsx'
import { type Column, Table } from '#dashboard/ui/table.tsx'
import { Time } from '#dashboard/ui/time.tsx'

type Entry = CallAnswer<Contract['auditLog']['list']>['results'][number]

const route = getRouteApi('/frame/audit-log')
const any = 'any'

const columns: readonly Column<Entry>[] = [
  {
    id: 'what',
    title: t('audit.what'),
    cell: ({ summary, caller }) => (
      <span className="grid">
        <span className="truncate font-medium">{summary}</span>
        <span dir="auto" className="truncate text-[13px] text-ink-soft">
          {caller.name}
        </span>
      </span>
    ),
  },
  {
    id: 'who',
    title: t('audit.by'),
    width: '7rem',
    wideOnly: true,
    cell: ({ caller }) => t(`audit.kind_${caller.kind}`),
  },
  {
    id: 'resource',
    title: t('audit.resource'),
    width: 'minmax(0,15rem)',
    wideOnly: true,
    cell: ({ resource_id: id }) => (id === null ? '–' : <CopyId id={id} />),
  },
  {
    id: 'from',
    title: t('audit.from'),
    width: '9rem',
    wideOnly: true,
    cell: ({ address }) => (
      <span dir="ltr" className="tabular-nums">
        {address}
      </span>
    ),
  },
  { id: 'when', title: t('audit.when'), width: '6.5rem', end: true, cell: ({ at }) => <Time at={at} /> },
]

/** Who changed what, when and from where. */
export function AuditLogPage() {
  const isOwner = useMay('admin')
  return (
    <Page title={t('audit.title')} lead={t('audit.lead')}>
      {isOwner ? (
        <Log />
      ) : (
        <EmptyState
          icon={<ScrollText aria-hidden />}
          title={t('audit.owners_only')}
          help={t('audit.owners_only_help')}
        />
      )}
    </Page>
  )
}

function Log() {
  const { caller, resource } = route.useSearch()
  const list = usePages(
    api.auditLog.list.pages({
      query: {
        limit: 100,
        ...(caller !== undefined && { caller_id: caller }),
        ...(resource !== undefined && { resource_id: resource }),
      },
    }),
  )
  return (
    <>
      <Filters />
      <Listing
        list={list}
        lines={8}
        empty={
          <EmptyState
            icon={<ScrollText aria-hidden />}
            title={t('audit.empty')}
            help={t('audit.empty_help')}
            action={
              <Link to="/audit-log" className={buttonClass()}>
                {t('audit.clear')}
              </Link>
            }
          />
        }
      >
        <Table
          label={t('audit.list')}
          columns={columns}
          items={list.items}
          keyOf={({ id }) => id}
          onEnd={list.loadMore}
          rowHeightPx={60}
        />
      </Listing>
    </>
  )
}

/** Everybody who may have changed something: people and keys, also one that is gone. */
function useCallers(chosen: string | undefined) {
  const users = useQuery(api.users.list.all()).data?.results ?? []
  const keys = useQuery(api.apiKeys.list.all()).data?.results ?? []
  const known = [...users, ...keys].map(({ id, name }) => ({ value: id, label: name }))
  const isKnown = chosen === undefined || known.some(({ value }) => value === chosen)
  return isKnown ? known : [...known, { value: chosen, label: chosen }]
}

function Filters() {
  const { caller, resource } = route.useSearch()
  const navigate = useNavigate({ from: '/audit-log' })
  const callers = useCallers(caller)
  return (
    <div className="grid gap-2 sm:flex sm:*:w-64">
      <Select
        aria-label={t('audit.caller')}
        value={caller ?? any}
        options={[{ value: any, label: t('audit.anybody') }, ...callers]}
        onChange={(chosen) =>
          void navigate({ search: (before) => ({ ...before, caller: chosen === any ? undefined : chosen }) })
        }
      />
      <SearchBox
        label={t('audit.resource_id')}
        value={resource ?? ''}
        maxLength={64}
        afterMs={300}
        onChange={(sought) =>
          void navigate({ search: (before) => ({ ...before, resource: sought.trim() || undefined }), replace: true })
        }
      />
    </div>
  )
}
