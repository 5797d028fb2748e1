import { t } from '#dashboard/strings/editor.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { useDraftState } from './drafts/use-draft.ts'

/** Says why nothing can be changed any more, and how to go on. */
export function UnreadableNotice() {
  const isUnreadable = useDraftState(({ mode }) => mode.name === 'unreadable')
  return (
    <div role="alert" className="col-span-full">
      {isUnreadable && (
        <div className="flex items-center gap-3 border-b border-line bg-warn-soft px-3 py-2 text-warn">
          <p className="min-w-0 grow">{t('editor.unreadable')}</p>
          <Button size="small" onClick={() => location.reload()}>
            {t('editor.reload')}
          </Button>
        </div>
      )}
    </div>
  )
}
