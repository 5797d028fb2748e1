import { useMutation } from '@tanstack/react-query'
import { useDraftState, useSync } from '#dashboard/screens/editor/drafts/use-draft.ts'
import { useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { ConfirmDialog } from '#dashboard/ui/confirm.tsx'

/** Asks before everything since the latest version is dropped. */
export function DiscardDialog() {
  const [session, sync] = [useSession(), useSync()]
  const version = useDraftState((state) => state.baseVersion)
  const close = () => session.set({ dialog: null })
  const discard = useMutation({ mutationFn: () => sync.discard(), meta: { form: true }, onSuccess: close })
  return (
    <ConfirmDialog
      title={t('editor.discard_title')}
      description={t('editor.discard_help', { version })}
      confirm={t('editor.discard')}
      isBusy={discard.isPending}
      error={discard.error}
      onConfirm={() => discard.mutate()}
      onClose={close}
    />
  )
}
