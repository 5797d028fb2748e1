import { useState } from 'react'
import { commands, sections } from '#dashboard/screens/editor/commands/commands.ts'
import { type PartLine, partKeys } from '#dashboard/screens/editor/commands/part-keys.ts'
import { useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { type EditorKey, t } from '#dashboard/strings/editing.ts'
import { t as inList } from '#dashboard/strings/keys.ts'
import { Dialog } from '#dashboard/ui/dialog.tsx'
import { type Keys, wordsOf } from '#dashboard/ui/fields/keys.ts'
import { SearchBox } from '#dashboard/ui/fields/search-box.tsx'

interface Line {
  readonly title: string
  readonly keys: readonly Keys[]
}

interface Part {
  readonly title: string
  readonly lines: readonly Line[]
}

interface CommandLine {
  readonly title: EditorKey
  readonly section: (typeof sections)[number]
  readonly keys: readonly Keys[]
}

/** What Tab and the arrows do beside the commands. */
const others: readonly CommandLine[] = [
  { title: 'editor.key_next', section: 'edit', keys: ['Tab', 'Shift+Tab'] },
  { title: 'editor.key_nudge', section: 'arrange', keys: ['ArrowUp', 'Shift+ArrowUp'] },
  { title: 'editor.key_resize', section: 'arrange', keys: ['Mod+Alt+ArrowRight'] },
  { title: 'editor.opacity', section: 'arrange', keys: ['1', '0'] },
]

const isOpacity = (id: string) => id.startsWith('opacity-')

const everywhere: readonly CommandLine[] = [
  ...commands.filter(({ id, keys }) => keys.length > 0 && !isOpacity(id)),
  ...others,
]

/** In the order of the list. */
const PARTS = Object.keys(partKeys).filter((part): part is keyof typeof partKeys => part in partKeys)

const parts: readonly Part[] = [
  ...sections.map((section) => ({
    title: t(`editor.section_${section}`),
    lines: everywhere
      .filter((line) => line.section === section)
      .map(({ title, keys }): Line => ({ title: t(title), keys })),
  })),
  ...PARTS.map((part) => ({
    title: inList(`keys.section_${part}`),
    lines: Object.values(partKeys[part]).map(({ title, keys }: PartLine): Line => ({ title: inList(title), keys })),
  })),
]

function PartOfList({ part: { title, lines } }: { part: Part }) {
  return (
    <section aria-label={title} className="grid content-start gap-1">
      <h3 className="mb-1 font-semibold">{title}</h3>
      {lines.map((line) => (
        <p key={line.title} className="flex items-center justify-between gap-3">
          {line.title}
          <span className="flex shrink-0 gap-1">
            {line.keys.map((each) => (
              <kbd key={each} className="rounded border border-line bg-sunken px-1.5 font-sans text-xs">
                {wordsOf(each)}
              </kbd>
            ))}
          </span>
        </p>
      ))}
    </section>
  )
}

/** All keys of the editor, to be searched. */
export function KeysDialog() {
  const session = useSession()
  const [wanted, setWanted] = useState('')
  const sought = wanted.trim().toLowerCase()
  const isSought = ({ title, keys }: Line) =>
    [title, ...keys.map(wordsOf)].some((words) => words.toLowerCase().includes(sought))
  const shown = parts.map(({ title, lines }) => ({ title, lines: lines.filter(isSought) }))
  return (
    <Dialog open wide onClose={() => session.set({ dialog: null })} title={t('editor.keys')}>
      <SearchBox label={t('editor.keys_search')} value={wanted} onChange={setWanted} />
      <div className="mt-4 grid gap-x-8 gap-y-5 text-[13px] sm:grid-cols-2">
        {shown
          .filter(({ lines }) => lines.length > 0)
          .map((part) => (
            <PartOfList key={part.title} part={part} />
          ))}
      </div>
    </Dialog>
  )
}
