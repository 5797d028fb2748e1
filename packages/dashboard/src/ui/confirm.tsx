import { type ReactNode, useState } from 'react'
import { t } from '#dashboard/strings/t.ts'
import { Button, type ButtonProps } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import { Failure } from './failure.tsx'

interface ConfirmDialogProps {
  /** The question. */
  title: string
  /** What will be lost. */
  description: string
  /** The verb, such as "Delete template". */
  confirm: string
  isBusy?: boolean
  /** Why it failed. Default: a toast says it. */
  error?: unknown
  onConfirm: () => void
  onClose: () => void
  children?: ReactNode
}

/** Asks before something is done that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, description, confirm, isBusy = false, error, onConfirm, onClose, children } = props
  return (
    <Dialog open onClose={onClose} title={title} description={description}>
      {Boolean(error) && <Failure error={error} />}
      {children}
      <DialogActions>
        <Button onClick={onClose}>{t('ui.cancel')}</Button>
        <Button look="danger" busy={isBusy} onClick={onConfirm}>
          {confirm}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface ConfirmButtonProps {
  children: ReactNode
  /** The question. */
  title: string
  /** What will be lost. */
  description: string
  /** The verb, such as "Delete the template". */
  confirm: string
  onConfirm: () => void
  icon?: ReactNode
  size?: ButtonProps['size']
}

/** For what cannot be taken back. Where it can: do it, and offer `toast.undoable`. */
export function ConfirmButton({
  children,
  title,
  description,
  confirm,
  onConfirm,
  icon,
  size = 'medium',
}: ConfirmButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button look="danger" size={size} icon={icon} onClick={() => setOpen(true)}>
        {children}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={title}
          description={description}
          confirm={confirm}
          onConfirm={() => {
            close()
            onConfirm()
          }}
          onClose={close}
        />
      )}
    </>
  )
}
