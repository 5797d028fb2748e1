import { hasUnsaved } from '@pictable/editor'
import { Rocket } from 'lucide-react'
import type { OpenTemplate } from '#dashboard/parts/templates/template.ts'
import { useDraftState } from '#dashboard/screens/editor/drafts/use-draft.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { Button } from '#dashboard/ui/button.tsx'

/** Makes the draft the version that actions use. */
export function PublishButton({ template }: { template: OpenTemplate }) {
  const session = useSession()
  const isEditing = useEditor(({ readOnly }) => readOnly === null)
  const hasChanges = useDraftState((state) => state.hasChanges || hasUnsaved(state))
  const isPublished = useDraftState((state) => state.baseVersion === template.published_version)
  if (!isEditing) return null
  const isDone = !hasChanges && isPublished
  return (
    // While a hint is about it (`coach`).
    <span className="rounded-lg ring-accent ring-offset-2 ring-offset-ground in-data-[coach=publish]:ring-2">
      <Button
        size="small"
        look="primary"
        icon={<Rocket />}
        disabled={isDone}
        hint={isDone ? t('editor.publish_done', { version: template.published_version ?? '' }) : ''}
        onClick={() => session.set({ dialog: 'publish' })}
      >
        {t('editor.publish')}
      </Button>
    </span>
  )
}
