import { useNavigate } from '@tanstack/react-router'
import { Clock, Play } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { useActions } from '#dashboard/api/use-actions.ts'
import { useStartRun } from '#dashboard/api/use-start-run.ts'
import { t } from '#dashboard/strings/t.ts'
import { classNames } from '#dashboard/ui/class-names.ts'
import { Dialog } from '#dashboard/ui/dialog.tsx'
import { isComposing } from '#dashboard/ui/fields/composing.ts'
import { Input } from '#dashboard/ui/fields/input.tsx'
import { recentThings } from '#dashboard/ui/recent.ts'
import { type PageEntry, usePages } from './pages.ts'

interface Entry {
  id: string
  group: string
  label: string
  /** What it is, where its group does not say so. */
  kind?: string
  icon: ReactNode
  run: () => void
}

/** The page in whose list a thing stands. */
function kindOf(path: string, pages: readonly PageEntry[]): string {
  const page = pages.find((one) => one.path !== '/' && path.startsWith(one.path))
  return page ? t(page.title) : ''
}

function useEntries(pages: readonly PageEntry[]): readonly Entry[] {
  const navigate = useNavigate()
  const startRun = useStartRun()
  const actions = useActions()
  return [
    ...recentThings().map(({ path, title }) => ({
      id: `recent ${path}`,
      group: t('frame.palette_recent'),
      label: title,
      kind: kindOf(path, pages),
      icon: <Clock />,
      run: () => void navigate({ href: path }),
    })),
    ...pages.map(({ path, title, icon: Icon }) => ({
      id: `page ${path}`,
      group: t('frame.palette_pages'),
      label: t(title),
      icon: <Icon />,
      run: () => void navigate({ to: path }),
    })),
    ...actions.map(({ id, title }) => ({
      id: `generate ${id}`,
      group: t('frame.palette_actions'),
      label: t('frame.palette_generate', { title }),
      icon: <Play />,
      run: () => startRun.mutate({ params: { id }, body: {} }),
    })),
  ]
}

/** At a time; typing on finds the rest. */
const mostShown = 100

/** Every word that is typed must occur. */
function fits({ label }: Entry, typed: string): boolean {
  const text = label.toLocaleLowerCase()
  return typed
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** Everything one can go to or do, found by typing. */
export function Palette({ onClose }: { onClose: () => void }) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [current, setCurrent] = useState(0)
  const all = useEntries(usePages())
  const found = all.filter((entry) => fits(entry, typed.trim())).slice(0, mostShown)
  const choose = (entry: Entry | undefined) => {
    if (entry === undefined) return
    onClose()
    entry.run()
  }
  const onKey = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (event.key === 'Enter') choose(found[current])
    else if (step !== undefined) setCurrent((current + step + found.length) % Math.max(1, found.length))
    else return
    event.preventDefault()
  }
  return (
    <Dialog open onClose={onClose} title={t('frame.palette')}>
      <Input
        role="combobox"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={found[current] && `${id}-${current}`}
        aria-label={t('frame.palette')}
        placeholder={t('frame.search')}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setCurrent(0)
        }}
        onKeyDown={onKey}
      />
      <div id={`${id}-list`} role="listbox" aria-label={t('frame.palette')} className="mt-3 min-h-48">
        {found.map((entry, place) => (
          <div key={entry.id} role="presentation">
            {entry.group !== found[place - 1]?.group && (
              <div role="presentation" className="px-2.5 pt-2 pb-1 text-xs text-ink-soft">
                {entry.group}
              </div>
            )}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the input above has the focus and takes the keys */}
            <div
              id={`${id}-${place}`}
              role="option"
              tabIndex={-1}
              aria-selected={place === current}
              ref={(element) => {
                if (place === current) element?.scrollIntoView({ block: 'nearest' })
              }}
              onPointerMove={() => setCurrent(place)}
              onClick={() => choose(entry)}
              className={classNames(
                'flex cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1.5 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-soft',
                place === current && 'bg-hover',
              )}
            >
              {entry.icon}
              <span className="truncate">{entry.label}</span>
              {entry.kind && <span className="ms-auto shrink-0 text-[13px] text-ink-soft">{entry.kind}</span>}
            </div>
          </div>
        ))}
      </div>
      {found.length === 0 && <p className="px-2.5 text-ink-soft">{t('ui.no_match')}</p>}
    </Dialog>
  )
}
