import { useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { SquareArrowOutUpRight } from 'lucide-react'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { client } from '#dashboard/api/client.ts'
import { fieldErrors } from '#dashboard/api/error-words.ts'
import { toast } from '#dashboard/api/toast.ts'
import type { Action, Run, RunRecord } from '#dashboard/api/types.ts'
import { textOf } from '#dashboard/forms/text-of.ts'
import { t } from '#dashboard/strings/t.ts'
import { Button, buttonClass } from '#dashboard/ui/button.tsx'
import { Dialog, DialogActions } from '#dashboard/ui/dialog.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import { Field } from '#dashboard/ui/fields/field.tsx'
import { Input } from '#dashboard/ui/fields/input.tsx'
import { DialogForm } from '#dashboard/ui/form-dialog.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { PictureField, recordPictureKey } from './picture-field.tsx'
import { reasonWords } from './reason-words.ts'
import { isRun } from './run-words.ts'

interface FixDialogProps {
  action: Action
  record: RunRecord
  /** The run that tries the record again. */
  onRetried: (run: Run) => void
  onClose: () => void
}

type Cells = Readonly<Record<string, unknown>>

/** Fields that the images may be made of: all but those that we write into. */
function inputsOf<Field extends { name: string }>(
  fields: readonly Field[],
  { write_back: writeBack }: Action,
): Field[] {
  const { url, attachment, status, error, rendered_at: renderedAt } = writeBack ?? {}
  const written = new Set([url, attachment?.field, status, error, renderedAt].map((field) => field?.name))
  return fields.filter(({ name }) => !written.has(name))
}

/** Tries this one record again, and no other that failed. */
function useRetry({ action, record, onRetried }: FixDialogProps) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => client.actions.run({ params: { id: action.id }, body: { record_ids: [record.record_id] } }),
    onSuccess: (run) => {
      queries.invalidateQueries({ queryKey: api.runs.list.key })
      toast.done(t('runs.fix_started'))
      if (isRun(run)) onRetried(run)
    },
  })
}

/** What is wrong with a record, the form to fix it if it is in a built-in table, and a retry. */
export function FixDialog(props: FixDialogProps) {
  const { action, record, onClose } = props
  const connection = useQuery(api.connections.get.query({ params: { id: action.connection_id } }))
  const retry = useRetry(props)
  const isOurs = connection.data?.source === 'table'
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('runs.fix_title', { label: record.label })}
      description={isOurs ? t('runs.fix_help') : t('runs.fix_help_elsewhere', { table: action.table_name })}
    >
      <div className="grid gap-4">
        <p dir="auto" className="rounded-lg bg-bad-soft p-3 break-words text-bad">
          {reasonWords(record)}
        </p>
        {connection.isLoadingError && <Failure error={connection.error} again={() => connection.refetch()} />}
        {connection.isPending && <Skeleton />}
        {isOurs && (
          <RecordForm
            action={action}
            rowId={record.record_id}
            onSaved={() => retry.mutate()}
            isRetrying={retry.isPending}
          />
        )}
        {connection.data && !isOurs && (
          <DialogActions>
            <Button look="primary" busy={retry.isPending} onClick={() => retry.mutate()}>
              {t('runs.fix_retry')}
            </Button>
          </DialogActions>
        )}
      </div>
    </Dialog>
  )
}

interface RecordFormProps {
  action: Action
  rowId: string
  onSaved: () => void
  isRetrying: boolean
}

function RecordForm({ action, rowId, onSaved, isRetrying }: RecordFormProps) {
  const params = { id: action.table_id, row_id: rowId }
  const table = useQuery(api.tables.get.query({ params: { id: action.table_id } }))
  const row = useQuery(api.tables.row.query({ params }))
  const [changed, setChanged] = useState<Cells>({})
  const save = useMutation({ ...api.tables.updateRow.mutation(), meta: { form: true }, onSuccess: onSaved })
  const isUploading = useIsMutating({ mutationKey: recordPictureKey }) > 0
  const failed = [table, row].find(({ isLoadingError }) => isLoadingError)
  if (failed) return <Failure error={failed.error} again={() => void failed.refetch()} />
  if (!row.data || !table.data) return <Skeleton />
  const cells: Cells = { ...row.data.fields, ...changed }
  const errors = fieldErrors(save.error)
  return (
    <DialogForm
      submit={t('runs.fix_submit')}
      isSending={save.isPending || isRetrying || isUploading}
      error={save.error}
      onSubmit={() => save.mutate({ params, body: { fields: changed } })}
      beside={<TableLink action={action} rowId={rowId} />}
    >
      {inputsOf(table.data.fields, action).map(({ name, kind }) => (
        <Field key={name} label={name} error={errors.get(`/fields/${name}`)}>
          {(control) =>
            kind === 'attachments' ? (
              <PictureField
                control={control}
                value={cells[name]}
                onChange={(value) => setChanged({ ...changed, [name]: value })}
              />
            ) : (
              <Input
                {...control}
                value={textOf(cells[name])}
                onChange={(event) => setChanged({ ...changed, [name]: event.target.value })}
              />
            )
          }
        </Field>
      ))}
    </DialogForm>
  )
}

/** For changes that the form does not offer, such as another field. */
function TableLink({ action, rowId }: Pick<RecordFormProps, 'action' | 'rowId'>) {
  return (
    <Link to="/tables/$id" params={{ id: action.table_id }} search={{ row: rowId }} className={buttonClass('quiet')}>
      <SquareArrowOutUpRight aria-hidden />
      {t('runs.fix_in_table')}
    </Link>
  )
}
