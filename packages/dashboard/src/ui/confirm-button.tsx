import { type ReactNode, useState } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

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
