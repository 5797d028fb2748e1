import { type ReactNode, useState } from 'react'
import { t } from '#dashboard/strings/t.ts'
import { Button, type ButtonProps } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'

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
      <Dialog open={isOpen} onClose={close} title={title} description={description}>
        <DialogActions>
          <Button onClick={close}>{t('ui.cancel')}</Button>
          <Button
            look="danger"
            onClick={() => {
              close()
              onConfirm()
            }}
          >
            {confirm}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}
