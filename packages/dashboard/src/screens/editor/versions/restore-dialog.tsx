import { faultOf, hasUnsaved, isEqual } from '@pictable/editor'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { toast } from '#dashboard/api/toast.ts'
import { toDesign } from '#dashboard/parts/templates/to-design.ts'
import { goneVersion } from '#dashboard/parts/versions/comparison.tsx'
import { useDraftState, useSync } from '#dashboard/screens/editor/drafts/use-draft.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import type { ReadOnlyReason } from '#dashboard/screens/editor/session/state.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/versions.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Dialog, DialogActions } from '#dashboard/ui/dialog.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'

/** The draft becomes the version: one step, which is undone, kept and saved like any other. */
function restoreInto(session: EditorSession, version: number, design: object): void {
  if (isEqual(session.state.document.design, design)) {
    toast.done(t('versions.restored_same', { version }))
    return
  }
  if (!session.run({ type: 'replace', design: toDesign(design) })) return
  const { document } = session.state
  const close = toast.undoable(t('versions.restored', { version }), () => session.undo())
  // What is done next is not what this takes back.
  const unsubscribe = session.subscribe(() => {
    if (session.state.document === document) return
    unsubscribe()
    close()
  })
}

/** Why the version cannot become the draft. */
function obstacleOf(readOnly: ReadOnlyReason, version: number, who: string | null): string {
  if (readOnly === 'phone') return t('versions.restore_phone', { version })
  if (readOnly !== 'other-editor') return t('versions.restore_unable', { version })
  return who === null ? t('versions.restore_other_tab', { version }) : t('versions.restore_in_use', { version, who })
}

/**
 * Makes a version the draft, as the address asks once. Changes of the draft are not replaced without a question, and those of
 * someone else not at all.
 */
export function RestoreDialog({ id, version }: { id: string; version: number }) {
  const [session, sync] = [useSession(), useSync()]
  const navigate = useNavigate({ from: '/templates/$id/edit' })
  const readOnly = useEditor((state) => state.readOnly)
  const base = useDraftState((state) => state.baseVersion)
  const hasChanges = useDraftState((state) => state.hasChanges || hasUnsaved(state))
  const who = useDraftState(({ mode }) => (mode.name === 'following' ? mode.who : null))
  const { data, error } = useQuery(api.templates.version.query({ params: { id, version } }))
  const isDone = useRef(false)
  // Once it was asked, nothing is restored without a press: what was in the way may go an hour later.
  const [isAsked, setAsked] = useState(false)
  const close = () =>
    void navigate({ search: (before) => ({ ...before, restore: undefined }), replace: true, resetScroll: false })
  const restore = () => {
    if (!data || isDone.current) return
    isDone.current = true
    restoreInto(session, version, data.design)
    close()
  }
  const takeOver = () => {
    setAsked(false)
    sync.dispatch({ type: 'take-over' })
  }
  const isUnknown = data !== undefined && faultOf(data.design) !== null
  const isSafe = data !== undefined && !isUnknown && readOnly === null && !hasChanges && !isAsked
  const isShown = !isSafe && (data !== undefined || error !== null) && readOnly !== 'opening'
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is restored once
  useEffect(() => {
    if (isSafe) restore()
  }, [isSafe])
  useEffect(() => {
    if (isShown) setAsked(true)
  }, [isShown])
  if (isDone.current || !isShown) return null
  const gone = goneVersion(version, error)
  const isPossible = !error && !isUnknown && readOnly === null
  const words = isUnknown
    ? t('versions.restore_unreadable', { version })
    : readOnly === null
      ? t(hasChanges ? 'versions.restore_changes' : 'versions.restore_free', { version, base })
      : obstacleOf(readOnly, version, who)
  return (
    <Dialog open onClose={close} title={t('versions.restore_title', { version })}>
      {gone !== null && <p>{t('versions.gone', { version: gone })}</p>}
      {gone === null && error && <Failure error={error} />}
      {!error && <p>{words}</p>}
      <DialogActions>
        <Button onClick={close}>{isPossible ? t('ui.cancel') : t('ui.close')}</Button>
        {!error && !isUnknown && readOnly === 'other-editor' && (
          <Button look="primary" onClick={takeOver}>
            {t('versions.restore_take_over')}
          </Button>
        )}
        {isPossible && (
          <Button look="primary" onClick={restore}>
            {t('versions.restore')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
