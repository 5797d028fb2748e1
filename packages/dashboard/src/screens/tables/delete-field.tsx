import { t } from '#dashboard/strings/table-dialogs.ts'
import { ConfirmDialog } from '#dashboard/ui/confirm.tsx'
import type { FieldJson, TableJson } from './grid/table.ts'
import { Stale } from './table-form.tsx'
import { draftFields, useTableChange } from './use-table-change.ts'

interface DeleteFieldProps {
  table: TableJson
  field: FieldJson
  onClose: () => void
}

/** A field goes with all that stands in it. */
export function DeleteField({ table, field, onClose }: DeleteFieldProps) {
  const change = useTableChange(table, onClose)
  return (
    <ConfirmDialog
      title={t('tables.field_delete_title', { name: field.name })}
      description={t('tables.field_delete_help')}
      confirm={t('tables.field_delete_confirm')}
      isBusy={change.isSaving}
      error={change.isStale ? null : change.error}
      onConfirm={() => change.save({ fields: draftFields(table).filter(({ id }) => id !== field.id) })}
      onClose={onClose}
    >
      {change.isStale && <Stale />}
    </ConfirmDialog>
  )
}
