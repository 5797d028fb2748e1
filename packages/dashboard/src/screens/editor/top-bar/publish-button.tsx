import { hasUnsaved } from '@pictable/editor'
import { Rocket } from 'lucide-react'
import type { OpenTemplate } from '#dashboard/parts/templates/template.ts'
import { useNextSteps } from '#dashboard/screens/editor/data/next-steps.ts'
import { useDraftState } from '#dashboard/screens/editor/drafts/use-draft.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { Button } from '#dashboard/ui/button.tsx'

/** What its one button does: publish, or, once all is published, what that is for. */
function useStep({ id, published_version: version }: OpenTemplate) {
  const session = useSession()
  const hasChanges = useDraftState((state) => state.hasChanges || hasUnsaved(state))
  const isPublished = useDraftState((state) => state.baseVersion === version)
  const [next] = useNextSteps(id)
  const publish = { icon: <Rocket />, label: t('editor.publish'), run: () => session.set({ dialog: 'publish' }) }
  if (hasChanges || !isPublished) return { ...publish, hint: '', disabled: false }
  const done = t('editor.publish_done', { version: version ?? '' })
  if (!next) return { ...publish, hint: done, disabled: true }
  const label = t(next.key === 'new' ? 'editor.next_create' : 'editor.next_run')
  return { icon: <next.Icon />, label, hint: `${next.label}. ${done}`, disabled: false, run: next.go }
}

/** Makes the draft the version that actions use; then leads to the images. */
export function PublishButton({ template }: { template: OpenTemplate }) {
  const isEditing = useEditor(({ readOnly }) => readOnly === null)
  const { icon, label, hint, disabled, run } = useStep(template)
  if (!isEditing) return null
  return (
    // While a hint is about it (`coach`).
    <span className="rounded-lg ring-accent ring-offset-2 ring-offset-ground in-data-[coach=publish]:ring-2">
      <Button size="small" look="primary" icon={icon} disabled={disabled} hint={hint} onClick={run}>
        {label}
      </Button>
    </span>
  )
}
