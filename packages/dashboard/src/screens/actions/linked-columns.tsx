import { useQuery } from '@tanstack/react-query'
import { errorWords } from '#dashboard/api/error-words.ts'
import { linkedFields } from '#dashboard/parts/tables/linked-fields.ts'
import { t } from '#dashboard/strings/actions.ts'
import { SomeOf } from '#dashboard/ui/fields/some-of.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import type { Entry } from './draft/action-draft.ts'
import type { TableField } from './draft/types.ts'

interface LinkedColumnsProps {
  connectionId: string
  field: TableField & { link: NonNullable<TableField['link']> }
  /** Ids of fields of the linked table; null passes what the rows are called. */
  columns: readonly string[] | null
  onChange: (entry: Entry) => void
}

/** Which fields of the linked rows a template gets. */
export function LinkedColumns({ connectionId, field, columns, onChange }: LinkedColumnsProps) {
  const linked = useQuery(linkedFields(connectionId, field.link))
  if (linked.isPending) return <Skeleton lines={2} />
  const known = linked.data?.results ?? []
  const gone = (columns ?? []).filter((id) => known.every((one) => one.id !== id))
  const choose = (chosen: readonly string[] | null) => {
    const start = known.find(({ primary }) => primary) ?? known[0]
    // No columns at all are refused: the first choice of "rows" is the column that names them.
    const isStart = columns === null && chosen?.length === 0 && start !== undefined
    const next = isStart ? [start.id] : (chosen ?? [])
    const hasFormats = known.some(({ id, format }) => format !== null && next.includes(id))
    const entry = { field: field.id, columns: [...next], ...(hasFormats && { formatted: true as const }) }
    onChange(next.length === 0 ? { field: field.id } : entry)
  }
  return (
    <SomeOf
      legend={t('actions.linked_columns')}
      all={t('actions.linked_names')}
      options={[
        ...known.map(({ id, name }) => ({ value: id, label: name })),
        ...gone.map((id) => ({ value: id, label: t('actions.linked_gone', { id }) })),
      ]}
      value={columns}
      onChange={choose}
      error={linked.error ? errorWords(linked.error) : undefined}
    />
  )
}
