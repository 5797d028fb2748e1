import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '#dashboard/api/api.ts'
import { t } from '#dashboard/strings/sources.ts'
import { EmptyState } from '#dashboard/ui/empty-state.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import { Combobox } from '#dashboard/ui/fields/combobox.tsx'
import { Field } from '#dashboard/ui/fields/field.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { SampleRecords } from './sample-records.tsx'
import type { TablePlace } from './source.ts'

interface Named {
  id: string
  name: string
}

const options = (items: readonly Named[]) => items.map(({ id, name }) => ({ value: id, label: name }))
const wholeTable = ' '

interface ChoiceProps {
  label: string
  list: { data: { results: Named[] } | undefined; error: Error | null; isLoadingError: boolean; refetch: () => void }
  value: string | undefined
  onChange: (id: string) => void
  /** Offered before the others. */
  whole?: string
}

function Choice({ label, list, value, onChange, whole }: ChoiceProps) {
  if (list.isLoadingError) return <Failure error={list.error} again={() => list.refetch()} />
  if (!list.data) return <Skeleton lines={2} />
  const first = whole === undefined ? [] : [{ value: wholeTable, label: whole }]
  return (
    <Field label={label}>
      {(control) => (
        <Combobox
          {...control}
          options={[...first, ...options(list.data?.results ?? [])]}
          value={value ?? (whole === undefined ? null : wholeTable)}
          onChange={(chosen) => chosen !== null && onChange(chosen)}
        />
      )}
    </Field>
  )
}

interface TablePickerProps {
  connectionId: string
  place: TablePlace
  onPick: (place: TablePlace, isByItself?: boolean) => void
}

/** Base, table and view of an account, and what the first records look like. */
export function TablePicker({ connectionId, place, onPick }: TablePickerProps) {
  const { base, table, view } = place
  const params = { id: connectionId }
  const bases = useQuery(api.connections.bases.query({ params }))
  const tables = useQuery({
    ...api.connections.tables.query({ params, query: { base_id: base ?? '' } }),
    enabled: base !== undefined,
  })
  const views = useQuery({
    ...api.connections.views.query({ params, query: { base_id: base ?? '', table_id: table ?? '' } }),
    enabled: base !== undefined && table !== undefined,
  })
  const only = bases.data?.results.length === 1 ? bases.data.results[0]?.id : undefined
  useEffect(() => {
    // One base is no choice.
    if (base === undefined && only !== undefined) onPick({ base: only }, true)
  }, [base, only, onPick])
  return (
    <div className="grid min-w-0 gap-5">
      <div className="grid gap-4 sm:grid-cols-3">
        <Choice label={t('sources.base')} list={bases} value={base} onChange={(id) => onPick({ base: id })} />
        {base !== undefined && (
          <Choice
            label={t('sources.table')}
            list={tables}
            value={table}
            onChange={(id) => onPick({ base, table: id })}
          />
        )}
        {base !== undefined && table !== undefined && (views.data?.results.length ?? 0) > 0 && (
          <Choice
            label={t('sources.view')}
            list={views}
            value={view}
            whole={t('sources.view_all')}
            onChange={(id) => onPick(id === wholeTable ? { base, table } : { base, table, view: id })}
          />
        )}
      </div>
      {bases.data?.results.length === 0 && (
        <EmptyState title={t('sources.no_bases')} help={t('sources.no_bases_help')} />
      )}
      {base !== undefined && tables.data?.results.length === 0 && (
        <EmptyState title={t('sources.no_tables')} help={t('sources.no_tables_help')} />
      )}
      {base !== undefined && table !== undefined && (
        <SampleRecords connectionId={connectionId} base={base} table={table} view={view} />
      )}
    </div>
  )
}
