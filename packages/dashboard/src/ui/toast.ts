import { Toast } from '@base-ui/react/toast'
import { t } from '#dashboard/strings/t.ts'

export const toasts = Toast.createToastManager<Record<string, never>>()

const undoableMs = 8000

/** Says something in passing, from anywhere. */
export const toast = {
  done(title: string): void {
    toasts.add({ title, type: 'done' })
  },
  failed(description: string): void {
    toasts.add({ title: t('error.title'), description, type: 'failed', timeout: 10_000 })
  },
  /** For what was done already and can be taken back for a while. */
  undoable(title: string, undo: () => void): void {
    const id = toasts.add({
      title,
      type: 'done',
      timeout: undoableMs,
      actionProps: {
        children: t('ui.undo'),
        onClick: () => {
          toasts.close(id)
          undo()
        },
      },
    })
  },
}
