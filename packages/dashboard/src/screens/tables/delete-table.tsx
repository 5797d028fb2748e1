import { useQuery } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'
import { DeleteUnlessUsed } from '#dashboard/parts/delete-unless-used.tsx'
import { useDelete } from '#dashboard/parts/use-delete.ts'
import { t } from '#dashboard/strings/table-dialogs.ts'
import type { TableJson } from './grid/table.ts'

export function DeleteTable({ table, onClose }: { table: TableJson; onClose: () => void }) {
  const actions = useQuery(api.actions.list.all({ query: { table_id: table.id } })).data?.results
  const { remove, isDeleting } = useDelete(api.tables.delete.mutation(), {
    list: { to: '/tables', key: api.tables.list.key },
    done: t('tables.deleted'),
  })
  return (
    <DeleteUnlessUsed
      title={t('tables.delete_title', { name: table.name })}
      help={t('tables.delete_help')}
      usedHelp={t('tables.delete_used')}
      confirm={t('tables.delete_confirm')}
      actions={actions}
      isDeleting={isDeleting}
      onDelete={() => remove(table.id)}
      onClose={onClose}
    />
  )
}
