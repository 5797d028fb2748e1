import { useState } from 'react'
import { canRun, commandOf, commands } from '#dashboard/screens/editor/commands/commands.ts'
import { type EditorCommand, sections } from '#dashboard/screens/editor/commands/define-command.ts'
import { type PartLine, partKeys } from '#dashboard/screens/editor/commands/part-keys.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import { useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { type EditorKey, t } from '#dashboard/strings/editing.ts'
import { t as inList } from '#dashboard/strings/keys.ts'
import { Dialog } from '#dashboard/ui/dialog.tsx'
import { type Keys, wordsOf } from '#dashboard/ui/fields/keys.ts'
import { SearchBox } from '#dashboard/ui/fields/search-box.tsx'

interface Line {
  readonly title: string
  readonly keys: readonly Keys[]
  /** Of what can be done from here. */
  readonly id?: string | undefined
}

interface Part {
  readonly title: string
  readonly lines: readonly Line[]
}

interface CommandLine {
  readonly id?: string
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

const everywhere: readonly CommandLine[] = [...commands.filter(({ id }) => !isOpacity(id)), ...others]

/** In the order of the list. */
const PARTS = Object.keys(partKeys).filter((part): part is keyof typeof partKeys => part in partKeys)

const parts: readonly Part[] = [
  ...sections.map((section) => ({
    title: t(`editor.section_${section}`),
    lines: everywhere
      .filter((line) => line.section === section)
      .map(({ id, title, keys }): Line => ({ id, title: t(title), keys })),
  })),
  ...PARTS.map((part) => ({
    title: inList(`keys.section_${part}`),
    lines: Object.values(partKeys[part]).map(({ title, keys }: PartLine): Line => ({ title: inList(title), keys })),
  })),
]

const lineClass = 'flex min-h-6 w-full items-center justify-between gap-3 rounded-sm text-start'

/** What a line does now; what the browser does with its own keys, and what is not possible, is only listed. */
function commandOfLine({ id }: Line, session: EditorSession): EditorCommand | undefined {
  const command = id === undefined || id === 'help' ? undefined : commandOf(id)
  return command && !command.isOfBrowser && canRun(command, session.state) ? command : undefined
}

function runFromList(session: EditorSession, command: EditorCommand | undefined): void {
  if (!command) return
  session.set({ dialog: null })
  // What it opens, or gives the focus to, comes after the list is gone.
  requestAnimationFrame(() => command.run(session))
}

function LineOfList({ line }: { line: Line }) {
  const { title, keys } = line
  const session = useSession()
  const command = commandOfLine(line, session)
  const words = (
    <>
      {title}
      <span className="flex shrink-0 gap-1">
        {keys.map((each) => (
          <kbd key={each} className="rounded border border-line bg-sunken px-1.5 font-sans text-xs">
            {wordsOf(each)}
          </kbd>
        ))}
      </span>
    </>
  )
  if (!command) return <p className={lineClass}>{words}</p>
  return (
    <button
      type="button"
      onClick={() => runFromList(session, command)}
      className={`${lineClass} -mx-1 px-1 hover:bg-hover`}
    >
      {words}
    </button>
  )
}

function PartOfList({ part: { title, lines } }: { part: Part }) {
  return (
    <section aria-label={title} className="grid content-start gap-1">
      <h3 className="mb-1 font-semibold">{title}</h3>
      {lines.map((line) => (
        <LineOfList key={line.id ?? line.title} line={line} />
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
      <form
        // Enter does what the first line says.
        onSubmit={(event) => {
          event.preventDefault()
          const found = shown.flatMap(({ lines }) => lines).flatMap((line) => commandOfLine(line, session) ?? [])
          if (sought !== '') runFromList(session, found[0])
        }}
      >
        <SearchBox label={t('editor.keys_search')} value={wanted} onChange={setWanted} />
      </form>
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
