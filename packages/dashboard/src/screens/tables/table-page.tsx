import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api } from '#dashboard/api/api.ts'
import { useMay } from '#dashboard/api/session.ts'
import { t } from '#dashboard/strings/t.ts'
import { CopyId } from '#dashboard/ui/copy.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import { Page } from '#dashboard/ui/page.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { GenerateMenu } from './generate-menu.tsx'
import { TableActions } from './table-actions.tsx'
import { TableRows } from './table-rows.tsx'

const here = getRouteApi('/frame/tables/$id')

/** One table of our own: its rows in a grid, and what becomes of them. */
export function TablePage() {
  const { id } = here.useParams()
  const { view, search, sort } = here.useSearch()
  const mayWrite = useMay('write')
  const table = useQuery(api.tables.get.query({ params: { id } }))
  if (!table.data)
    return (
      <Page title={t('tables.title')}>
        {table.error ? <Failure error={table.error} again={() => table.refetch()} /> : <Skeleton lines={8} />}
      </Page>
    )
  return (
    <Page
      wide
      recent
      title={table.data.name}
      lead={<CopyId id={id} />}
      actions={
        <>
          <GenerateMenu tableId={id} view={view} />
          <TableActions table={table.data} asked={{ tableId: id, view, search, sort }} mayWrite={mayWrite} />
        </>
      }
    >
      <TableRows key={id} table={table.data} mayWrite={mayWrite} />
    </Page>
  )
}
