import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '#dashboard/api/api.ts'
import type { Action } from '#dashboard/api/types.ts'

const linkClass = 'rounded underline hover:text-ink'

interface TableLinkProps extends Pick<Action, 'connection_id' | 'base_id' | 'table_id' | 'table_name'> {
  className?: string
  /** In place of the name of the table. */
  label?: string
  /** The row whose details open. */
  row?: string | undefined
}

/** The table of an action: one of ours itself, of any other the account that it lies in. */
export function TableLink({ className = linkClass, label, row, ...place }: TableLinkProps) {
  const { connection_id: connectionId, base_id: base, table_id: table } = place
  const name = label ?? place.table_name
  const connection = useQuery(api.connections.get.query({ params: { id: connectionId } })).data
  if (!connection) return <span dir="auto">{name}</span>
  if (connection.source === 'table')
    return (
      <Link to="/tables/$id" params={{ id: table }} search={{ row }} dir="auto" className={className}>
        {name}
      </Link>
    )
  return (
    <Link to="/sources/$id" params={{ id: connectionId }} search={{ base, table }} dir="auto" className={className}>
      {name}
    </Link>
  )
}
