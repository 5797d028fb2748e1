import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Cable, Plus } from 'lucide-react'
import { api } from '#dashboard/api/api.ts'
import { useMay } from '#dashboard/api/session.ts'
import { usePages } from '#dashboard/api/use-pages.ts'
import { t } from '#dashboard/strings/sources.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { ResourceList } from '#dashboard/ui/resource-list.tsx'
import { type Column, Table } from '#dashboard/ui/table.tsx'
import { Time } from '#dashboard/ui/time.tsx'
import { type ConnectionJson, useSources } from './source.ts'
import { TestState } from './test-state.tsx'

function SourceTitle({ kind }: { kind: string }) {
  return useSources().data?.results.find((source) => source.kind === kind)?.title ?? kind
}

function UsedBy({ id }: { id: string }) {
  const actions = useQuery(api.actions.list.query({ query: { connection_id: id, limit: 3 } })).data
  if (actions === undefined) return null
  const titles = actions.results.map(({ title }) => title)
  if (titles.length === 0) return <span className="text-ink-soft">{t('sources.unused')}</span>
  const more = actions.next === null ? '' : ' …'
  return (
    <span dir="auto" className="text-ink-soft">
      {titles.join(', ') + more}
    </span>
  )
}

const columns: readonly Column<ConnectionJson>[] = [
  {
    id: 'name',
    title: t('sources.name'),
    cell: ({ name, source }) => (
      <span className="grid">
        <span dir="auto" className="truncate font-medium">
          {name}
        </span>
        <span className="truncate text-[13px] text-ink-soft">
          <SourceTitle kind={source} />
        </span>
      </span>
    ),
  },
  { id: 'used', title: t('sources.used_by'), wideOnly: true, cell: ({ id }) => <UsedBy id={id} /> },
  { id: 'test', title: t('sources.state'), width: '7.5rem', cell: ({ last_test: test }) => <TestState test={test} /> },
  {
    id: 'tested',
    title: t('sources.tested'),
    width: '7rem',
    end: true,
    wideOnly: true,
    cell: ({ last_test: test }) => test && <Time at={test.at} />,
  },
]

const line = `curl ${location.origin}/v1/connections -H "Authorization: Bearer $PICTABLE_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"name": "Our shop", "source": "airtable", "settings": {"token": "pat…"}}'`

/** The accounts and databases whose tables become images. */
export function SourcesPage() {
  const navigate = useNavigate()
  const mayWrite = useMay('write')
  const list = usePages(api.connections.list.pages({ query: { limit: 50 } }))
  const add = mayWrite && (
    <Button look="primary" icon={<Plus />} onClick={() => navigate({ to: '/sources/new' })}>
      {t('sources.connect')}
    </Button>
  )
  return (
    <ResourceList
      title={t('sources.title')}
      lead={t('sources.lead')}
      list={list}
      add={add}
      empty={{ icon: <Cable aria-hidden />, title: t('sources.empty'), help: t('sources.empty_help'), line }}
    >
      <Table
        label={t('sources.list')}
        columns={columns}
        items={list.items}
        keyOf={({ id }) => id}
        onOpen={({ id }) => navigate({ to: '/sources/$id', params: { id } })}
        onEnd={list.loadMore}
        rowHeightPx={60}
      />
    </ResourceList>
  )
}
