import type { FormEvent, ReactNode } from 'react'
import { t } from '#dashboard/strings/t.ts'
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import { FormFailure } from './form-failure.tsx'

interface FormDialogProps {
  title: string
  description?: string
  /** What the button says that sends it. */
  submit: string
  isSending: boolean
  /** Why it was refused. */
  error: unknown
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** Asks for a few fields in front of the page. */
export function FormDialog(props: FormDialogProps) {
  const { title, description, submit, isSending, error, onSubmit, onClose, children } = props
  const send = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <Dialog open stays onClose={onClose} title={title} {...(description !== undefined && { description })}>
      <form onSubmit={send} className="grid gap-4">
        <FormFailure error={error} />
        {children}
        <DialogActions>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" look="primary" busy={isSending}>
            {submit}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
