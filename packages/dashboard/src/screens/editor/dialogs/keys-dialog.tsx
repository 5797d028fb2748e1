import { useState } from 'react'
import { commands, sections } from '#dashboard/screens/editor/commands/commands.ts'
import { useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { type EditorKey, t } from '#dashboard/strings/editing.ts'
import { Dialog } from '#dashboard/ui/dialog.tsx'
import { wordsOf } from '#dashboard/ui/fields/keys.ts'
import { SearchBox } from '#dashboard/ui/fields/search-box.tsx'

interface Line {
  title: EditorKey
  section: (typeof sections)[number]
  keys: readonly string[]
}

/** What Tab and the arrows do beside the commands. */
const others: readonly Line[] = [
  { title: 'editor.key_next', section: 'edit', keys: ['Tab', 'Shift+Tab'] },
  { title: 'editor.key_nudge', section: 'arrange', keys: ['ArrowUp', 'Shift+ArrowUp'] },
  { title: 'editor.key_resize', section: 'arrange', keys: ['Mod+Alt+ArrowRight'] },
]

const isOpacity = (id: string) => id.startsWith('opacity-')
const opacity: Line = { title: 'editor.opacity', section: 'arrange', keys: ['1', '0'] }

const lines: readonly Line[] = [
  ...commands.filter(({ id, keys }) => keys.length > 0 && !isOpacity(id)),
  ...others,
  opacity,
]

/** All keys of the editor, to be searched. */
export function KeysDialog() {
  const session = useSession()
  const [wanted, setWanted] = useState('')
  const sought = wanted.trim().toLowerCase()
  const shown = lines.filter(({ title, keys }) =>
    [t(title), ...keys.map(wordsOf)].some((words) => words.toLowerCase().includes(sought)),
  )
  return (
    <Dialog open wide onClose={() => session.set({ dialog: null })} title={t('editor.keys')}>
      <SearchBox label={t('editor.keys_search')} value={wanted} onChange={setWanted} />
      <div className="mt-4 grid gap-x-8 gap-y-5 text-[13px] sm:grid-cols-2">
        {sections.map((section) => {
          const own = shown.filter((line) => line.section === section)
          if (own.length === 0) return null
          return (
            <section key={section} aria-label={t(`editor.section_${section}`)} className="grid content-start gap-1">
              <h3 className="mb-1 font-semibold">{t(`editor.section_${section}`)}</h3>
              {own.map(({ title, keys }) => (
                <p key={title} className="flex items-center justify-between gap-3">
                  {t(title)}
                  <span className="flex shrink-0 gap-1">
                    {keys.map((each) => (
                      <kbd key={each} className="rounded border border-line bg-sunken px-1.5 font-sans text-xs">
                        {wordsOf(each)}
                      </kbd>
                    ))}
                  </span>
                </p>
              ))}
            </section>
          )
        })}
      </div>
    </Dialog>
  )
}
