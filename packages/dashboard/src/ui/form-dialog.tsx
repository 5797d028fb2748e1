import type { FormEvent, ReactNode } from 'react'
import { isStaleError } from '#dashboard/api/error-words.ts'
import { t } from '#dashboard/strings/t.ts'
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import { FormFailure } from './form-failure.tsx'
import { StaleNotice } from './stale-notice.tsx'

interface FormDialogProps {
  title: string
  description?: string
  /** What the button says that sends it. */
  submit: string
  isSending: boolean
  /** Whether something is missing that the server need not be asked about. */
  isIncomplete?: boolean
  wide?: boolean
  /** Why the server rejected it. */
  error: unknown
  /** Loads what someone else saved in place of what is typed: offered when the error is a conflict. */
  onTheirs?: () => void
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A form in a dialog: its fields, the errors of the server above them, and the buttons. */
export function FormDialog(props: FormDialogProps) {
  const { title, description, submit, isSending, isIncomplete = false, wide = false, children } = props
  const { error, onTheirs, onSubmit, onClose } = props
  const send = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <Dialog open stays wide={wide} onClose={onClose} title={title} {...(description !== undefined && { description })}>
      <form onSubmit={send} className="grid gap-4">
        {onTheirs && isStaleError(error) ? <StaleNotice onTheirs={onTheirs} /> : <FormFailure error={error} />}
        {children}
        <DialogActions>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" look="primary" busy={isSending} disabled={isIncomplete}>
            {submit}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
