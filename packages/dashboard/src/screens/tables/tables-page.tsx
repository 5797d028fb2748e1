import { getRouteApi } from '@tanstack/react-router'
import { Plus, Table2 } from 'lucide-react'
import { api } from '#dashboard/api/api.ts'
import { whenOpened } from '#dashboard/api/lazily.ts'
import { useMay } from '#dashboard/api/session.ts'
import { usePages } from '#dashboard/api/use-pages.ts'
import { t } from '#dashboard/strings/tables.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Quantity } from '#dashboard/ui/quantity.tsx'
import { ResourceList } from '#dashboard/ui/resource-list.tsx'
import { type Column, Table } from '#dashboard/ui/table.tsx'
import { Time } from '#dashboard/ui/time.tsx'
import type { TableJson } from './grid/table.ts'
import { LaterImports } from './later-imports.tsx'

const NewTable = whenOpened(() => import('./new-table.tsx'), 'NewTable')

const here = getRouteApi('/frame/tables')

const columns: readonly Column<TableJson>[] = [
  {
    id: 'name',
    title: t('tables.name'),
    cell: ({ name, fields }) => (
      <span className="grid">
        <span dir="auto" className="truncate font-medium">
          {name}
        </span>
        <span dir="auto" className="truncate text-[13px] text-ink-soft">
          {fields.map((field) => field.name).join(', ')}
        </span>
      </span>
    ),
  },
  {
    id: 'fields',
    title: t('tables.fields'),
    width: '5rem',
    end: true,
    wideOnly: true,
    cell: ({ fields }) => <Quantity value={fields.length} />,
  },
  {
    id: 'changed',
    title: t('tables.changed'),
    width: '7rem',
    end: true,
    cell: ({ updated_at: at }) => <Time at={at} />,
  },
]

const line = `curl -X POST "${location.origin}/v1/tables/import?name=Products" \\
  -H "Authorization: Bearer $PICTABLE_KEY" -H "Content-Type: text/csv" --data-binary @products.csv`

/** The tables that Pictable keeps itself. */
export function TablesPage() {
  const { make, template } = here.useSearch()
  const navigate = here.useNavigate()
  const mayWrite = useMay('write')
  const list = usePages(api.tables.list.pages({ query: { limit: 50 } }))
  const ask = (way: typeof make) => navigate({ search: way ? { make: way } : {} })
  // A template that asked for a table is where its person wants to be.
  const leave = () =>
    template === undefined ? ask(undefined) : navigate({ to: '/templates/$id/edit', params: { id: template } })
  const add = mayWrite && (
    <Button look="primary" icon={<Plus />} onClick={() => ask('empty')}>
      {t('tables.new')}
    </Button>
  )
  return (
    <ResourceList
      title={t('tables.title')}
      lead={t('tables.lead')}
      list={list}
      add={add}
      empty={{ icon: <Table2 aria-hidden />, title: t('tables.empty'), help: t('tables.empty_help'), line }}
      notices={<LaterImports />}
      dialogs={
        make &&
        mayWrite && (
          <NewTable
            way={make}
            template={template}
            onWay={(way) => navigate({ search: { make: way, template }, replace: true })}
            onClose={() => void leave()}
          />
        )
      }
    >
      <Table
        label={t('tables.list')}
        columns={columns}
        items={list.items}
        keyOf={({ id }) => id}
        onOpen={({ id }) => navigate({ to: '/tables/$id', params: { id } })}
        onEnd={list.loadMore}
        rowHeightPx={60}
      />
    </ResourceList>
  )
}
