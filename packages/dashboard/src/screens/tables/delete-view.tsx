import { useQuery } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'
import { toast } from '#dashboard/api/toast.ts'
import { DeleteUnlessUsed } from '#dashboard/parts/delete-unless-used.tsx'
import { t } from '#dashboard/strings/table-dialogs.ts'
import type { TableJson } from './grid/table.ts'
import { useTableChange } from './use-table-change.ts'
import type { ViewJson } from './view.ts'

interface DeleteViewProps {
  table: TableJson
  view: ViewJson
  onDeleted: () => void
  onClose: () => void
}

export function DeleteView({ table, view, onDeleted, onClose }: DeleteViewProps) {
  const actions = useQuery(api.actions.list.all({ query: { table_id: table.id } })).data?.results
  const change = useTableChange(
    table,
    () => {
      toast.done(t('tables.view_deleted'))
      onDeleted()
    },
    { isForm: false },
  )
  return (
    <DeleteUnlessUsed
      title={t('tables.view_delete_title', { name: view.name })}
      help={t('tables.view_delete_help')}
      usedHelp={t('tables.view_delete_used')}
      confirm={t('tables.view_delete_confirm')}
      actions={actions?.filter(({ view_id: used }) => used === view.id)}
      isDeleting={change.isSaving}
      onDelete={() => change.save({ views: table.views.filter(({ id }) => id !== view.id) })}
      onClose={onClose}
    />
  )
}
