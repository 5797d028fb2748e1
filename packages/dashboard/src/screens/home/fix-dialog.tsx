import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { fieldErrors } from '#dashboard/api/error-words.ts'
import type { Action } from '#dashboard/api/types.ts'
import { t } from '#dashboard/strings/t.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Dialog, DialogActions } from '#dashboard/ui/dialog.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import { Field } from '#dashboard/ui/field.tsx'
import { Input } from '#dashboard/ui/input.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { toast } from '#dashboard/ui/toast.ts'
import type { Latest } from './latest-images.ts'
import { PictureField } from './picture-field.tsx'

interface FixDialogProps {
  action: Action
  latest: Latest
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

function useRetry(onDone: () => void) {
  return useMutation({
    ...api.runs.retryFailed.mutation(),
    onSuccess: () => {
      toast.done(t('home.retry_started'))
      onDone()
    },
  })
}

/** What is wrong with a record, the record to mend where it lies with us, and another try. */
export function FixDialog({ action, latest, onClose }: FixDialogProps) {
  const { record, runId } = latest
  const connection = useQuery(api.connections.get.query({ params: { id: action.connection_id } }))
  const retry = useRetry(onClose)
  const isOurs = connection.data?.source === 'table'
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('home.fix_title', { label: record.label })}
      description={isOurs ? t('home.fix_help') : t('home.fix_help_elsewhere', { table: action.table_name })}
    >
      <div className="grid gap-4">
        <p dir="auto" className="rounded-lg bg-bad-soft p-3 text-bad">
          {record.reason?.message}
        </p>
        {connection.isPending && <Skeleton />}
        {isOurs && (
          <RecordForm
            action={action}
            rowId={record.record_id}
            onSaved={() => retry.mutate({ params: { id: runId } })}
          />
        )}
        {connection.data && !isOurs && (
          <DialogActions>
            <Button look="primary" busy={retry.isPending} onClick={() => retry.mutate({ params: { id: runId } })}>
              {t('home.retry')}
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
}

function RecordForm({ action, rowId, onSaved }: RecordFormProps) {
  const params = { id: action.table_id, row_id: rowId }
  const table = useQuery(api.tables.get.query({ params: { id: action.table_id } }))
  const row = useQuery(api.tables.row.query({ params }))
  const [changed, setChanged] = useState<Cells>({})
  const save = useMutation({ ...api.tables.updateRow.mutation(), meta: { form: true }, onSuccess: onSaved })
  if (row.error) return <Failure error={row.error} again={() => row.refetch()} />
  if (!row.data || !table.data) return <Skeleton />
  const cells: Cells = { ...row.data.fields, ...changed }
  const errors = fieldErrors(save.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({ params, body: { fields: changed } })
  }
  return (
    <form onSubmit={submit} className="grid gap-4">
      {save.error && errors.size === 0 && <Failure error={save.error} />}
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
      <DialogActions>
        <Button type="submit" look="primary" busy={save.isPending}>
          {t('home.fix_submit')}
        </Button>
      </DialogActions>
    </form>
  )
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
