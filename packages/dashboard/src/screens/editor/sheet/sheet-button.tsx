import { LayoutGrid } from 'lucide-react'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { IconButton } from '#dashboard/ui/button.tsx'
import { setSheet } from './sheet-switch.ts'

/** Opens the contact sheet, or closes it. */
export function SheetButton() {
  const session = useSession()
  const isOpen = useEditor((state) => state.hasSheet === true)
  return (
    <IconButton
      label={t('data.sheet')}
      icon={<LayoutGrid className={isOpen ? 'text-accent-ink' : undefined} />}
      aria-pressed={isOpen}
      onClick={() => setSheet(session, !isOpen)}
    />
  )
}
