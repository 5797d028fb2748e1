import type { DraftStatus as Status } from '@pictable/editor'
import { Check, CloudOff, CloudUpload, Eye, LoaderCircle, type LucideIcon, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { isWarning, wordsOfDraft } from '#dashboard/screens/editor/drafts/draft-words.ts'
import { useDraftState, useDraftStatus, useSync } from '#dashboard/screens/editor/drafts/use-draft.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editor.ts'
import { Button } from '#dashboard/ui/button.tsx'

const icons: Readonly<Record<Status, LucideIcon>> = {
  opening: LoaderCircle,
  // Nothing that moves: it would be a layer of the compositor that comes and goes, and each step would paint the window again.
  saving: CloudUpload,
  saved: Check,
  offline: CloudOff,
  'signed-out': CloudOff,
  following: Eye,
  rejected: TriangleAlert,
  conflict: TriangleAlert,
  unreadable: TriangleAlert,
  gone: TriangleAlert,
}

function TakeOver() {
  const sync = useSync()
  const [isAsking, setAsking] = useState(false)
  return (
    <Button
      size="small"
      busy={isAsking}
      onClick={() => {
        setAsking(true)
        sync.dispatch({ type: 'take-over' })
      }}
    >
      {t('editor.take_over')}
    </Button>
  )
}

/** Whether everything is saved, and who else is here. */
export function DraftStatus() {
  const status = useDraftStatus()
  const words = useDraftState(wordsOfDraft)
  const session = useSession()
  const isViewer = useEditor(({ readOnly }) => readOnly === 'role' || readOnly === 'phone')
  const Icon = icons[status]
  if (isViewer) return <span className="text-ink-soft">{t('editor.view_only')}</span>
  return (
    <div className="flex min-w-0 items-center gap-2">
      <span
        role="status"
        aria-label={t('editor.draft')}
        className={`flex min-w-0 items-center gap-1.5 ${isWarning(status) ? 'text-warn' : 'text-ink-soft'}`}
      >
        <Icon aria-hidden className={`size-3.5 shrink-0 ${status === 'opening' ? 'motion-safe:animate-spin' : ''}`} />
        <span dir="auto" className={isWarning(status) ? 'truncate' : 'truncate max-[50rem]:sr-only'} title={words}>
          {words}
        </span>
      </span>
      {status === 'following' && <TakeOver />}
      {status === 'conflict' && (
        <Button size="small" onClick={() => session.set({ dialog: 'merge' })}>
          {t('editor.merge')}
        </Button>
      )}
    </div>
  )
}
