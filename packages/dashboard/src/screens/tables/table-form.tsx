import type { ReactNode } from 'react'
import { fieldErrors } from '#dashboard/api/error-words.ts'
import { t } from '#dashboard/strings/table-dialogs.ts'
import { TextField } from '#dashboard/ui/fields/text-field.tsx'
import { FormDialog } from '#dashboard/ui/form-dialog.tsx'
import type { useTableChange } from './use-table-change.ts'

/** Somebody else was faster: the change can be sent on top of theirs. */
export function Stale() {
  return (
    <p role="alert" className="rounded-lg bg-warn-soft p-3 text-warn">
      {t('tables.stale')}
    </p>
  )
}

interface TableFormProps {
  title: string
  submit: string
  change: ReturnType<typeof useTableChange>
  /** What its name is called, and where it stands in the request. */
  name: { label: string; placeholder?: string; pointer: string; value: string; onChange: (name: string) => void }
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** Asks for a part of a table, by its name first. */
export function TableForm({ title, submit, change, name, onSubmit, onClose, children }: TableFormProps) {
  const error = change.isStale ? null : change.error
  const { pointer, ...field } = name
  return (
    <FormDialog
      title={title}
      submit={submit}
      isSending={change.isSaving}
      error={error}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      {change.isStale && <Stale />}
      <TextField {...field} error={fieldErrors(error).get(pointer)} required maxLength={200} />
      {children}
    </FormDialog>
  )
}
