import { useQuery } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'
import { CellContent } from '#dashboard/parts/cells/cell-content.tsx'
import { t } from '#dashboard/strings/sources.ts'
import { Badge } from '#dashboard/ui/badge.tsx'
import { EmptyState } from '#dashboard/ui/empty-state.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import { Section } from '#dashboard/ui/page.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'

interface SampleRecordsProps {
  connectionId: string
  base: string
  table: string
  view: string | undefined
}

function kindWords(kind: string): string {
  return kind.replaceAll('_', ' ')
}

/** The fields of a table and what its first records hold: whether it is the right one. */
export function SampleRecords({ connectionId, base, table, view }: SampleRecordsProps) {
  const params = { id: connectionId }
  const query = { base_id: base, table_id: table }
  const fields = useQuery(api.connections.fields.query({ params, query }))
  const records = useQuery(
    api.connections.records.query({ params, query: { ...query, ...(view ? { view_id: view } : {}), limit: 10 } }),
  )
  const error = fields.error ?? records.error
  const again = () => {
    fields.refetch()
    records.refetch()
  }
  return (
    <Section title={t('sources.sample')}>
      {error && <Failure error={error} again={again} />}
      {!error && !(fields.data && records.data) && <Skeleton lines={6} />}
      {records.data?.results.length === 0 && (
        <EmptyState title={t('sources.no_records')} help={t('sources.no_records_help')} />
      )}
      {fields.data && records.data && (
        <div
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
          tabIndex={0}
          className="overflow-x-auto rounded-lg border border-line"
        >
          <table className="min-w-full text-start">
            <thead className="bg-sunken">
              <tr>
                {fields.data.results.map((field) => (
                  <th key={field.id} scope="col" className="border-b border-line px-3 py-2 text-start font-medium">
                    <span dir="auto" className="block whitespace-nowrap">
                      {field.name}
                    </span>
                    <span className="flex gap-1.5 text-xs font-normal whitespace-nowrap text-ink-soft">
                      {kindWords(field.kind)}
                      {field.computed && <Badge>{t('sources.computed')}</Badge>}
                    </span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {records.data.results.map((record) => (
                <tr key={record.id}>
                  {fields.data.results.map((field) => (
                    <td key={field.id} className="px-3 py-2 align-middle">
                      <span className="flex max-w-60 min-w-0 items-center gap-1">
                        <CellContent field={field} value={record.fields[field.id]} />
                      </span>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  )
}
