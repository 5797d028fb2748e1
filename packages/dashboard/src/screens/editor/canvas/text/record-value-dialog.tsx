import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { fieldErrors } from '#dashboard/api/error-words.ts'
import { plainText, typedValue } from '#dashboard/parts/cells/cell-value.ts'
import { noteRows } from '#dashboard/parts/cells/note-rows.ts'
import { RECORDS_KEY } from '#dashboard/screens/editor/session/use-records.ts'
import type { RecordCell } from '#dashboard/screens/editor/typing/record-cell.ts'
import { t } from '#dashboard/strings/editing.ts'
import { Failure } from '#dashboard/ui/failure.tsx'
import { Field } from '#dashboard/ui/fields/field.tsx'
import { Textarea } from '#dashboard/ui/fields/input.tsx'
import { FormDialog } from '#dashboard/ui/form-dialog.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'

interface RecordValueDialogProps {
  readonly cell: RecordCell
  readonly onSaved: (() => void) | undefined
  readonly onClose: () => void
}

/** The value of one field of a record, which is saved in its table and shown by the canvas. */
export function RecordValueDialog({ cell, onSaved, onClose }: RecordValueDialogProps) {
  const { tableId, tableName, rowId, field, label } = cell
  const params = { id: tableId, row_id: rowId }
  const queries = useQueryClient()
  const row = useQuery(api.tables.row.query({ params }))
  const [typed, setTyped] = useState<string>()
  const save = useMutation({
    ...api.tables.updateRow.mutation(),
    meta: { form: true },
    onSuccess(saved) {
      noteRows(queries, tableId, [saved])
      onClose()
      onSaved?.()
      void queries.invalidateQueries({ queryKey: [RECORDS_KEY] })
    },
  })
  return (
    <FormDialog
      title={t('editor.record_value_of', { field, record: label })}
      description={t('editor.record_value_help', { table: tableName })}
      submit={t('editor.record_value_save')}
      isSending={save.isPending}
      isIncomplete={typed === undefined}
      error={save.error}
      onSubmit={() => typed !== undefined && save.mutate({ params, body: { fields: { [field]: typedValue(typed) } } })}
      onClose={onClose}
    >
      {row.isLoadingError && <Failure error={row.error} again={() => void row.refetch()} />}
      {row.isPending && <Skeleton />}
      {row.data && (
        <Field label={field} error={fieldErrors(save.error).get(`/fields/${field}`)}>
          {(control) => (
            <Textarea
              {...control}
              value={typed ?? plainText(row.data.fields[field])}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
        </Field>
      )}
    </FormDialog>
  )
}
