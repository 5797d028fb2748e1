import { hasUnsaved } from '@pictable/editor'
import { Braces, CodeXml, Copy, Download, Keyboard, MoreHorizontal, Pencil, Trash2 } from 'lucide-react'
import type { OpenTemplate } from '#dashboard/parts/templates/template.ts'
import { commandOf, keysOf } from '#dashboard/screens/editor/commands/commands.ts'
import { useNextSteps } from '#dashboard/screens/editor/data/next-steps.ts'
import { useDraftState } from '#dashboard/screens/editor/drafts/use-draft.ts'
import { saveJson } from '#dashboard/screens/editor/export/export-actions.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { IconButton } from '#dashboard/ui/button.tsx'
import { Menu, MenuItem, MenuLine } from '#dashboard/ui/menu.tsx'

function DiscardItem() {
  const session = useSession()
  const hasChanges = useDraftState((state) => state.hasChanges || hasUnsaved(state))
  return (
    <>
      <MenuLine />
      <MenuItem danger icon={<Trash2 />} disabled={!hasChanges} onSelect={() => session.set({ dialog: 'discard' })}>
        {t('editor.discard')}
      </MenuItem>
    </>
  )
}

/** What the published version is for. */
function NextItems({ templateId }: { templateId: string }) {
  const steps = useNextSteps(templateId)
  if (steps.length === 0) return null
  return (
    <>
      {steps.map(({ key, label, Icon, go }) => (
        <MenuItem key={key} icon={<Icon />} onSelect={go}>
          <bdi className="max-w-64 truncate">{label}</bdi>
        </MenuItem>
      ))}
      <MenuLine />
    </>
  )
}

/** What is done with the template as a whole, apart from publishing it. */
export function MoreMenu({ template }: { template: OpenTemplate }) {
  const session = useSession()
  const isEditing = useEditor(({ readOnly }) => readOnly === null)
  return (
    <Menu trigger={<IconButton label={t('editor.more')} icon={<MoreHorizontal />} />}>
      {template.published_version !== null && <NextItems templateId={template.id} />}
      <MenuItem icon={<Download />} keys={keysOf('export')} onSelect={() => commandOf('export').run(session)}>
        {t('editor.export')}
      </MenuItem>
      <MenuItem icon={<Copy />} onSelect={() => commandOf('copy-image').run(session)}>
        {t('editor.copy_image')}
      </MenuItem>
      <MenuItem icon={<Braces />} onSelect={() => saveJson(session, template.name)}>
        {t('editor.save_json')}
      </MenuItem>
      <MenuLine />
      {isEditing && (
        <MenuItem icon={<Pencil />} onSelect={() => session.set({ dialog: 'rename' })}>
          {t('editor.rename_template')}
        </MenuItem>
      )}
      <MenuItem icon={<CodeXml />} keys={keysOf('source')} onSelect={() => commandOf('source').run(session)}>
        {t('editor.source')}
      </MenuItem>
      <MenuItem icon={<Keyboard />} keys={keysOf('help')} onSelect={() => commandOf('help').run(session)}>
        {t('editor.keys')}
      </MenuItem>
      {isEditing && <DiscardItem />}
    </Menu>
  )
}
