import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api } from '#dashboard/api/api.ts'
import { useMay } from '#dashboard/api/session.ts'
import { t } from '#dashboard/strings/t.ts'
import { CopyId } from '#dashboard/ui/copy.tsx'
import { Page } from '#dashboard/ui/page.tsx'
import { ResourcePage } from '#dashboard/ui/resource-page.tsx'
import { GenerateMenu } from './generate-menu.tsx'
import { LaterImports } from './later-imports.tsx'
import { TableActions } from './table-actions.tsx'
import { TableRows } from './table-rows.tsx'

const here = getRouteApi('/frame/tables/$id')

/** One table of our own: its rows in a grid, and what becomes of them. */
export function TablePage() {
  const { id } = here.useParams()
  const { view, search, sort } = here.useSearch()
  const mayWrite = useMay('write')
  const read = useQuery(api.tables.get.query({ params: { id } }))
  return (
    <ResourcePage kind={t('tables.title')} read={read}>
      {(table) => (
        <Page
          wide
          recent
          title={table.name}
          lead={<CopyId id={id} />}
          actions={
            <>
              <GenerateMenu tableId={id} view={view} />
              <TableActions table={table} asked={{ tableId: id, view, search, sort }} mayWrite={mayWrite} />
            </>
          }
        >
          <LaterImports tableId={id} />
          <TableRows key={id} table={table} mayWrite={mayWrite} />
        </Page>
      )}
    </ResourcePage>
  )
}
