import { type FormEvent, Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import { isStaleError } from '#dashboard/api/error-words.ts'
import { t } from '#dashboard/strings/t.ts'
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import { FormFailure } from './form-failure.tsx'
import { StaleNotice } from './stale-notice.tsx'

interface DialogFormProps {
  /** Text of the button that submits the form. */
  submit: string
  submitIcon?: ReactNode
  /** Whether keys submit it, which they do from anywhere in its dialog. */
  isSubmit?: (event: KeyboardEvent) => boolean
  isSending?: boolean
  /** A required value is missing, so the form cannot be submitted. */
  isIncomplete?: boolean
  /** Why the server rejected it. */
  error?: unknown
  /** Loads what someone else saved in place of what is typed: offered when the error is a conflict. */
  onTheirs?: () => void
  onSubmit: () => void
  /** Called by "Cancel". Without it there is none. */
  onClose?: () => void
  /** Left of the buttons. */
  beside?: ReactNode
  children: ReactNode
}

/** Lets keys press a button from anywhere in its dialog. */
function usePressedBy(isMeant: ((event: KeyboardEvent) => boolean) | undefined) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isMeant === undefined) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.repeat || event.isComposing || !isMeant(event)) return
      // Another dialog may stand before it.
      const dialog = button.current?.closest('[role=dialog]')
      if (!(event.target instanceof Node && dialog?.contains(event.target))) return
      event.preventDefault()
      button.current?.click()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [isMeant])
  return button
}

/** A form inside a dialog: the errors of the server, the fields, and the buttons. */
export function DialogForm(props: DialogFormProps) {
  const { submit, submitIcon, isSending = false, isIncomplete = false, error, onTheirs, children, beside } = props
  const { onSubmit, onClose } = props
  const [loads, setLoads] = useState(0)
  const button = usePressedBy(props.isSubmit)
  const loadTheirs = () => {
    onTheirs?.()
    setLoads(loads + 1)
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form onSubmit={send} className="grid gap-4">
      {onTheirs && isStaleError(error) ? <StaleNotice onTheirs={loadTheirs} /> : <FormFailure error={error} />}
      {/* What is half typed in them goes with the rest. */}
      <Fragment key={loads}>{children}</Fragment>
      <DialogActions>
        {beside}
        {onClose && <Button onClick={onClose}>{t('ui.cancel')}</Button>}
        <Button ref={button} type="submit" look="primary" icon={submitIcon} busy={isSending} disabled={isIncomplete}>
          {submit}
        </Button>
      </DialogActions>
    </form>
  )
}

interface FormDialogProps extends DialogFormProps {
  title: string
  description?: string
  wide?: boolean
  onClose: () => void
}

/** A dialog that is one form. */
export function FormDialog({ title, description, wide = false, ...form }: FormDialogProps) {
  return (
    <Dialog
      open
      stays
      wide={wide}
      onClose={form.onClose}
      title={title}
      {...(description !== undefined && { description })}
    >
      <DialogForm {...form} />
    </Dialog>
  )
}
