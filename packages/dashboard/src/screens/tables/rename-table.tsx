import { useState } from 'react'
import { errorWords, fieldErrors } from '#dashboard/api/error-words.ts'
import { t } from '#dashboard/strings/table-dialogs.ts'
import { TextField } from '#dashboard/ui/fields/text-field.tsx'
import { FormDialog } from '#dashboard/ui/form-dialog.tsx'
import type { TableJson } from './grid/table.ts'
import { useTableChange } from './use-table-change.ts'

export function RenameTable({ table, onClose }: { table: TableJson; onClose: () => void }) {
  const [name, setName] = useState(table.name)
  const change = useTableChange(table, onClose)
  const reason = change.error ? (fieldErrors(change.error).get('/name') ?? errorWords(change.error)) : undefined
  return (
    <FormDialog
      title={t('tables.rename')}
      submit={t('tables.save')}
      isSending={change.isSaving}
      // The field says it.
      error={null}
      onSubmit={() => change.save({ name: name.trim() })}
      onClose={onClose}
    >
      <TextField
        label={t('tables.name')}
        error={change.isStale ? t('tables.stale') : reason}
        required
        maxLength={200}
        value={name}
        onChange={setName}
      />
    </FormDialog>
  )
}
