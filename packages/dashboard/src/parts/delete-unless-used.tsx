import { Link } from '@tanstack/react-router'
import type { Action } from '#dashboard/api/types.ts'
import { t } from '#dashboard/strings/t.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Dialog, DialogActions } from '#dashboard/ui/dialog.tsx'

interface DeleteUnlessUsedProps {
  title: string
  /** What goes with it. */
  help: string
  /** Why it stays where actions use it. */
  usedHelp: string
  confirm: string
  /** Those that use it, once that is known. */
  actions: readonly Action[] | undefined
  isDeleting: boolean
  onDelete: () => void
  onClose: () => void
}

/** Asks before something is deleted; where actions use it, it stays and they are named. */
export function DeleteUnlessUsed(props: DeleteUnlessUsedProps) {
  const { title, help, usedHelp, confirm, actions, isDeleting, onDelete, onClose } = props
  const isUsed = actions !== undefined && actions.length > 0
  return (
    <Dialog open onClose={onClose} title={title} description={isUsed ? usedHelp : help}>
      <div className="grid gap-4">
        {isUsed && (
          <ul className="list-disc ps-5">
            {actions.map((action) => (
              <li key={action.id}>
                <Link to="/actions/$id" params={{ id: action.id }} className="rounded underline">
                  <bdi>{action.title}</bdi>
                </Link>
              </li>
            ))}
          </ul>
        )}
        <DialogActions>
          <Button onClick={onClose}>{isUsed ? t('ui.close') : t('ui.cancel')}</Button>
          {!isUsed && (
            <Button look="danger" busy={isDeleting || actions === undefined} onClick={onDelete}>
              {confirm}
            </Button>
          )}
        </DialogActions>
      </div>
    </Dialog>
  )
}
