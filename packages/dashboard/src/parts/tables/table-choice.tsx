import { useQuery } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'
import { errorAt } from '#dashboard/api/error-words.ts'
import { t } from '#dashboard/strings/t.ts'
import { Combobox } from '#dashboard/ui/fields/combobox.tsx'
import { Field } from '#dashboard/ui/fields/field.tsx'

/** What is chosen so far. */
export type ChosenTable = Partial<Record<'connection' | 'base' | 'table' | 'view', string | undefined>>

type Named = readonly { id: string; name: string }[]

export type TableChoices = ReturnType<typeof useTableChoices>

/** What there is to choose from, as far as it is chosen already. One connection, or one base, is no question. */
export function useTableChoices({ connection: chosen, base, table = '', view }: ChosenTable) {
  const connections = useQuery(api.connections.list.all())
  const [onlyConnection] = connections.data?.results.length === 1 ? connections.data.results : []
  const connection = chosen ?? onlyConnection?.id ?? ''
  const params = { id: connection }
  const bases = useQuery({ ...api.connections.bases.query({ params }), enabled: connection !== '' })
  const [onlyBase] = bases.data?.results.length === 1 ? bases.data.results : []
  const baseId = base ?? onlyBase?.id ?? ''
  const isPlaced = connection !== '' && baseId !== ''
  const tables = useQuery({
    ...api.connections.tables.query({ params, query: { base_id: baseId } }),
    enabled: isPlaced,
  })
  const found = tables.data?.results.find(({ id, name }) => id === table || name === table)
  const views = useQuery({
    ...api.connections.views.query({ params, query: { base_id: baseId, table_id: found?.id ?? '' } }),
    enabled: isPlaced && found !== undefined,
  })
  const failed = [connections, bases, tables, views].find(({ error }) => error)
  return {
    ...{ connection, baseId, table: found, view, failed },
    connections: connections.data?.results,
    bases: bases.data?.results ?? [],
    tables: tables.data?.results ?? [],
    views: views.data?.results,
  }
}

interface PickProps {
  label: string
  options: Named
  value: string | null
  onChange: (id: string | undefined) => void
  error: string | undefined
}

function Pick({ label, options, value, onChange, error }: PickProps) {
  return (
    <Field label={label} error={error}>
      {(control) => (
        <Combobox
          {...control}
          options={options.map(({ id, name }) => ({ value: id, label: name }))}
          value={value}
          onChange={(id) => onChange(id ?? undefined)}
        />
      )}
    </Field>
  )
}

const wholeTable = '*'
const none = { base: undefined, table: undefined, view: undefined }

interface TableChoiceProps {
  choices: TableChoices
  onChoose: (part: ChosenTable) => void
  errors: ReadonlyMap<string, string>
}

/** A table of any account, step by step. */
export function TableChoice({ choices, onChoose, errors }: TableChoiceProps) {
  const { connection, baseId, table, view, connections = [], bases, tables, views = [] } = choices
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Pick
        label={t('actions.connection')}
        options={connections}
        value={connection || null}
        onChange={(id) => onChoose({ ...none, connection: id })}
        error={errorAt(errors, '/connection_id')}
      />
      {bases.length > 1 && (
        <Pick
          label={t('actions.base')}
          options={bases}
          value={baseId || null}
          onChange={(base) => onChoose({ ...none, base })}
          error={errorAt(errors, '/base_id')}
        />
      )}
      {baseId !== '' && (
        <Pick
          label={t('actions.table')}
          options={tables}
          value={table?.id ?? null}
          onChange={(id) => onChoose({ table: id, view: undefined })}
          error={errorAt(errors, '/table')}
        />
      )}
      {table && views.length > 0 && (
        <Pick
          label={t('actions.view')}
          options={[{ id: wholeTable, name: t('actions.all_records') }, ...views]}
          value={view ?? wholeTable}
          onChange={(id) => onChoose({ view: id === wholeTable ? undefined : id })}
          error={errorAt(errors, '/view')}
        />
      )}
    </div>
  )
}
