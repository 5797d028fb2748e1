import { hasUnsaved } from '@pictable/editor'
import { MoreHorizontal, Rocket, Trash2 } from 'lucide-react'
import type { OpenTemplate } from '#dashboard/parts/templates/template.ts'
import { useDraftState } from '#dashboard/screens/editor/drafts/use-draft.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { Button, IconButton } from '#dashboard/ui/button.tsx'
import { Menu, MenuItem } from '#dashboard/ui/menu.tsx'

/** What becomes of the draft: it is published or discarded. */
export function PublishButton({ template }: { template: OpenTemplate }) {
  const session = useSession()
  const isEditing = useEditor(({ readOnly }) => readOnly === null)
  const hasChanges = useDraftState((state) => state.hasChanges || hasUnsaved(state))
  const isPublished = useDraftState((state) => state.baseVersion === template.published_version)
  if (!isEditing) return null
  return (
    <div className="flex items-center gap-1">
      <Menu trigger={<IconButton label={t('editor.draft_more')} icon={<MoreHorizontal />} />}>
        <MenuItem danger icon={<Trash2 />} disabled={!hasChanges} onSelect={() => session.set({ dialog: 'discard' })}>
          {t('editor.discard')}
        </MenuItem>
      </Menu>
      <Button
        size="small"
        look="primary"
        icon={<Rocket />}
        disabled={!hasChanges && isPublished}
        onClick={() => session.set({ dialog: 'publish' })}
      >
        {t('editor.publish')}
      </Button>
    </div>
  )
}
