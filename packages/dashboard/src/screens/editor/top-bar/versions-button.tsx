import { History } from 'lucide-react'
import { keysOf } from '#dashboard/screens/editor/commands/commands.ts'
import { useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { IconButton } from '#dashboard/ui/button.tsx'

/** Opens the versions of the template. */
export function VersionsButton() {
  const session = useSession()
  return (
    <IconButton
      label={t('editor.versions')}
      data-tooltip={`${t('editor.versions')} (${keysOf('versions')})`}
      icon={<History />}
      aria-haspopup="dialog"
      onClick={() => session.set({ dialog: 'versions' })}
    />
  )
}
