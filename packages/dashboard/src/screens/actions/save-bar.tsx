import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { t } from '#dashboard/strings/actions.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Dialog, DialogActions } from '#dashboard/ui/dialog.tsx'
import type { ActionEditor } from './draft/use-action-draft.ts'

function useSaveKey({ isDirty, isSaving, save }: ActionEditor): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.metaKey || event.ctrlKey) || event.altKey) return
      event.preventDefault()
      if (isDirty && !isSaving) save()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [isDirty, isSaving, save])
}

/** What is not saved yet, and the way to save it. Nobody leaves it behind by accident. */
export function SaveBar({ editor }: { editor: ActionEditor }) {
  const { isDirty, isSaving, save, discard, errors } = editor
  useSaveKey(editor)
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && next.pathname !== current.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  const stay = () => leaving.reset?.()
  return (
    <>
      {isDirty && (
        <div className="sticky bottom-4 z-20 flex flex-wrap items-center justify-end gap-2 rounded-xl border border-line bg-raised p-3 ps-4 shadow-float">
          <p role="status" className="min-w-0 grow basis-full sm:basis-0">
            {errors.size > 0 ? (
              <span className="text-bad">{t('actions.cannot_save', { count: errors.size })}</span>
            ) : (
              t('actions.unsaved')
            )}
          </p>
          <Button onClick={discard} disabled={isSaving}>
            {t('actions.discard')}
          </Button>
          <Button look="primary" busy={isSaving} onClick={save}>
            {t('actions.save')}
          </Button>
        </div>
      )}
      <Dialog
        open={leaving.status === 'blocked'}
        onClose={stay}
        title={t('actions.leave_title')}
        description={t('actions.leave_help')}
      >
        <DialogActions>
          <Button look="danger" onClick={() => leaving.proceed?.()}>
            {t('actions.leave')}
          </Button>
          <Button look="primary" onClick={stay}>
            {t('actions.stay')}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}
