import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Table2, Upload } from 'lucide-react'
import { api } from '#dashboard/api/api.ts'
import { useMay } from '#dashboard/api/session.ts'
import { ownConnection, ownSource, toOwnConnection } from '#dashboard/parts/tables/own-connection.ts'
import { useTableChoices } from '#dashboard/parts/tables/table-choice.tsx'
import { t } from '#dashboard/strings/editing.ts'
import { buttonClass } from '#dashboard/ui/button.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { type Of, route, useChooseSource } from './use-choose-source.ts'

type Table = Exclude<Of, { action_id: string }>

/** More would be a list to read: the others are in the dialog. */
const MAX_TABLES = 6

/** Of built-in tables before anything reads one. */
const UNCONNECTED = ''

const keyOf = ({ connection_id: connection, base_id: base, table_id: table }: Table) =>
  JSON.stringify([connection, base, table])

/**
 * The tables that actions read, and the built-in ones, or those of the only connection. No other vendor is asked: some
 * count each request.
 */
function useTables() {
  const actions = useQuery(api.actions.list.all()).data?.results
  const connections = useQuery(api.connections.list.all()).data?.results
  const choices = useTableChoices({ connection: connections?.find(({ source }) => source === 'table')?.id })
  const mayWrite = useMay('write')
  const isUnconnected = mayWrite && connections?.every(({ source }) => source !== 'table') === true
  const unconnected = useQuery({ ...api.tables.list.query({ query: { limit: MAX_TABLES } }), enabled: isUnconnected })
  const whole = { view_id: null, view_name: null }
  const used = (actions ?? []).map(({ connection_id, base_id, table_id, table_name }): Table => {
    return { connection_id, base_id, table_id, table_name, ...whole }
  })
  const own = choices.tables.map(({ id, name }): Table => {
    const place = { connection_id: choices.connection, base_id: choices.baseId }
    return { ...place, table_id: id, table_name: name, ...whole }
  })
  if (isUnconnected) own.push(...(unconnected.data?.results ?? []).map((table) => ownSource(UNCONNECTED, table)))
  const all = [...new Map([...used, ...own].map((table) => [keyOf(table), table])).values()]
  return { tables: actions ? all.slice(0, MAX_TABLES) : [], connections, failed: choices.failed }
}

/** For a template without records: what they are for, and each table in one press. */
export function ConnectData() {
  const { tables, connections, failed } = useTables()
  const choose = useChooseSource()
  const mayWrite = useMay('write')
  const { id: template } = route.useParams()
  const connect = useMutation({
    scope: toOwnConnection.scope,
    mutationFn: async (table: Table) =>
      table.connection_id === UNCONNECTED ? { ...table, connection_id: await ownConnection() } : table,
    onSuccess: choose,
  })
  const nameOf = ({ connection_id: id }: Table) =>
    id === UNCONNECTED ? t('tables.own') : connections?.find((each) => each.id === id)?.name
  return (
    <section aria-labelledby="connect-data" className="grid gap-2 rounded-lg border border-line bg-raised p-3">
      <h2 id="connect-data" className="font-semibold">
        {t('data.connect')}
      </h2>
      <p className="text-ink-soft">{t('data.connect_help')}</p>
      {failed && <Failure error={failed.error} again={() => void failed.refetch()} />}
      {!connections && !failed && <Skeleton lines={2} />}
      {connections?.length === 0 && tables.length === 0 && (
        <Link to="/sources/new" search={{ template }} className={buttonClass('primary', 'small')}>
          {t('actions.connect')}
        </Link>
      )}
      <ul aria-label={t('data.tables')} className="grid gap-1 empty:hidden">
        {tables.map((table) => (
          <li key={keyOf(table)} className="min-w-0">
            <button
              type="button"
              onClick={() => connect.mutate(table)}
              className="flex w-full items-center gap-2 rounded-md border border-line px-2 py-1.5 text-start hover:border-line-strong hover:bg-hover [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-accent-ink"
            >
              <Table2 aria-hidden />
              <span className="min-w-0">
                <span dir="auto" className="block truncate font-medium">
                  {table.table_name}
                </span>
                <span dir="auto" className="block truncate text-xs text-ink-soft">
                  {nameOf(table)}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {connections && mayWrite && (
        <Link to="/tables" search={{ make: 'file', template }} className={buttonClass('plain', 'small')}>
          <Upload aria-hidden />
          {t('data.upload')}
        </Link>
      )}
    </section>
  )
}
