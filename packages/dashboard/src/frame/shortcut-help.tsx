import { t } from '#dashboard/strings/t.ts'
import { Dialog } from '#dashboard/ui/dialog.tsx'
import { isMac } from '#dashboard/ui/fields/is-mac.ts'
import type { PageEntry } from './pages.ts'

function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span className="flex items-center gap-1 text-xs text-ink-soft">
      {keys.map((key, place) => (
        <span key={key} className="flex items-center gap-1">
          {place > 0 && t('frame.then')}
          <kbd className="rounded border border-line bg-sunken px-1.5 py-0.5 font-sans">{key}</kbd>
        </span>
      ))}
    </span>
  )
}

interface ShortcutHelpProps {
  open: boolean
  onClose: () => void
  pages: readonly PageEntry[]
}

export function ShortcutHelp({ open, onClose, pages }: ShortcutHelpProps) {
  const shortcuts = [
    { does: t('frame.shortcut_palette'), keys: [isMac ? '⌘ K' : 'Ctrl K'] },
    { does: t('frame.shortcut_help'), keys: ['?'] },
    { does: t('frame.shortcut_close'), keys: ['Esc'] },
    ...pages.map(({ title, key }) => ({ does: t('frame.shortcut_go', { page: t(title) }), keys: ['g', key] })),
  ]
  return (
    <Dialog open={open} onClose={onClose} title={t('frame.shortcuts')}>
      <ul className="grid gap-1">
        {shortcuts.map(({ does, keys }) => (
          <li key={does} className="flex items-center justify-between gap-4 py-1">
            {does}
            <Keys keys={keys} />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
