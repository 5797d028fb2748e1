import type { CallAnswer, Contract } from '@pictable/client'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import { api } from '#dashboard/api/api.ts'
import { t } from '#dashboard/strings/developers.ts'
import { Badge, type Tone } from '#dashboard/ui/badge.tsx'
import { CodeBlock } from '#dashboard/ui/code-block.tsx'
import { CopyId } from '#dashboard/ui/copy.tsx'
import { Dialog } from '#dashboard/ui/dialog.tsx'
import { EmptyState } from '#dashboard/ui/empty-state.tsx'
import { Fact, Facts } from '#dashboard/ui/facts.tsx'
import { CheckboxLine } from '#dashboard/ui/fields/checkbox-line.tsx'
import { SearchBox } from '#dashboard/ui/fields/search-box.tsx'
import { Select } from '#dashboard/ui/fields/select.tsx'
import { Listing } from '#dashboard/ui/listing.tsx'
import { Section } from '#dashboard/ui/page.tsx'
import { type Column, Table } from '#dashboard/ui/table.tsx'
import { Time } from '#dashboard/ui/time.tsx'
import { curlOf } from './reference/code-of.ts'
import { statusClasses } from './search.ts'

type Logged = CallAnswer<Contract['requestLog']['list']>['results'][number]

const route = getRouteApi('/frame/developers')
const askEveryMs = 5000
const any = 'any'
/** What this list itself asks for is no news. */
const ownPath = '/v1/request-log'

function toneOf(status: number): Tone {
  if (status >= 500) return 'bad'
  if (status >= 400) return 'warn'
  return status >= 300 ? 'neutral' : 'good'
}

const columns: readonly Column<Logged>[] = [
  {
    id: 'status',
    title: t('developers.status'),
    width: '4rem',
    cell: ({ status }) => <Badge tone={toneOf(status)}>{status}</Badge>,
  },
  {
    id: 'path',
    title: t('developers.request'),
    cell: ({ method, path }) => (
      <span dir="ltr" className="font-mono text-[13px]">
        {method} {path}
      </span>
    ),
  },
  {
    id: 'caller',
    title: t('developers.caller'),
    width: 'minmax(0,11rem)',
    wideOnly: true,
    cell: ({ caller }) => <span dir="auto">{caller?.name ?? '–'}</span>,
  },
  {
    id: 'took',
    title: t('developers.took'),
    width: '5rem',
    wideOnly: true,
    end: true,
    cell: ({ duration_ms: tookMs }) => t('developers.ms', { ms: Math.round(tookMs) }),
  },
  { id: 'at', title: t('developers.at'), width: '6.5rem', end: true, cell: ({ at }) => <Time at={at} /> },
]

/** The last calls of the API, filtered by what came of them. */
export function RequestLog() {
  const { status, path, request, dashboard } = route.useSearch()
  const navigate = useNavigate({ from: '/developers' })
  const query = dashboard ? { dashboard: 'true' as const } : {}
  const list = useQuery({ ...api.requestLog.list.query({ query }), refetchInterval: askEveryMs })
  const all = list.data?.results.filter((one) => one.path !== ownPath) ?? []
  const shown = all.filter(
    (one) => (status === undefined || status.startsWith(String(one.status).charAt(0))) && one.path.includes(path ?? ''),
  )
  const opened = all.find(({ request_id: id }) => id === request)
  const open = (id: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, request: id }), resetScroll: false })
  return (
    <Section title={t('developers.log')}>
      <p className="text-ink-soft">{t('developers.log_lead')}</p>
      <Filters />
      <Listing
        list={{ items: shown, isPending: list.isPending, error: list.error, again: () => void list.refetch() }}
        lines={6}
        empty={
          <EmptyState
            icon={<ScrollText aria-hidden />}
            title={t('developers.log_empty')}
            help={t('developers.log_empty_help')}
            line={`curl ${location.origin}/v1/me -H "Authorization: Bearer $PICTABLE_KEY"`}
          />
        }
      >
        <Table
          label={t('developers.log')}
          columns={columns}
          items={shown}
          keyOf={({ request_id: id }) => id}
          onOpen={({ request_id: id }) => open(id)}
        />
      </Listing>
      {opened && <Details logged={opened} onClose={() => open(undefined)} />}
    </Section>
  )
}

function Filters() {
  const { status, path, dashboard } = route.useSearch()
  const navigate = useNavigate({ from: '/developers' })
  return (
    <div className="grid grid-cols-2 gap-2 sm:flex sm:*:w-56">
      <Select
        aria-label={t('developers.status')}
        value={status ?? any}
        options={[
          { value: any, label: t('developers.any_status') },
          ...statusClasses.map((value) => ({ value, label: value })),
        ]}
        onChange={(chosen) =>
          void navigate({ search: (before) => ({ ...before, status: statusClasses.find((one) => one === chosen) }) })
        }
      />
      <SearchBox
        dir="ltr"
        label={t('developers.path')}
        placeholder="/v1/images"
        value={path ?? ''}
        onChange={(sought) =>
          void navigate({ search: (before) => ({ ...before, path: sought || undefined }), replace: true })
        }
      />
      <CheckboxLine
        label={t('developers.log_dashboard')}
        checked={dashboard === true}
        onChange={(shown) => void navigate({ search: (before) => ({ ...before, dashboard: shown || undefined }) })}
      />
    </div>
  )
}

function Details({ logged, onClose }: { logged: Logged; onClose: () => void }) {
  const { method, path, status, at, address, caller, duration_ms: tookMs, request_id: id } = logged
  return (
    <Dialog open place="end" wide onClose={onClose} title={`${method} ${path}`}>
      <div className="grid gap-4">
        <Facts>
          <Fact name={t('developers.status')}>
            <Badge tone={toneOf(status)}>{status}</Badge>
          </Fact>
          <Fact name={t('developers.at')}>
            <Time at={at} />
          </Fact>
          <Fact name={t('developers.took')}>{t('developers.ms', { ms: Math.round(tookMs) })}</Fact>
          <Fact name={t('developers.caller')}>
            <span dir="auto">{caller?.name ?? '–'}</span>
          </Fact>
          <Fact name={t('developers.from')}>
            <span dir="ltr">{address}</span>
          </Fact>
          <Fact name={t('developers.request_id')}>
            <CopyId id={id} />
          </Fact>
        </Facts>
        <p className="text-[13px] text-ink-soft">{t('developers.log_without')}</p>
        <CodeBlock samples={[{ name: 'curl', code: curlOf({ method, path, query: {}, needsKey: true }) }]} />
      </div>
    </Dialog>
  )
}
