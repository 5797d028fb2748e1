import { templateValue } from '@pictable/model/value'
import { parseTemplate, variablesOf } from '@pictable/renderer/template'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useId, useMemo, useRef } from 'react'
import { persistently } from '#dashboard/api/connection.ts'
import { lastingClient } from '#dashboard/api/lasting-client.ts'
import type { Values } from '#dashboard/parts/templates/template.ts'
import { showRecord } from '#dashboard/screens/editor/session/record-actions.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { Input } from '#dashboard/ui/fields/input.tsx'
import { Switch } from '#dashboard/ui/fields/switch.tsx'
import { Section } from './section.tsx'
import { valueWords } from './value-words.ts'

const route = getRouteApi('/frame/templates/$id/edit')

const stored = templateValue.catch(null)

/** As it is typed: nothing of a value is rounded, nor written in the way of a language. */
const textOf = (value: unknown) =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value)

/** The value whose text was typed: a number is one unless its text would change on the way, such as `12.`. */
function typedValue(text: string, kind: string): string | number {
  const value = Number(text)
  return kind === 'number' && Number.isFinite(value) && String(value) === text ? value : text
}

/** Typing is saved once it pauses. */
const PAUSE_MS = 800

/** Saves the values with the template, not with its draft: they are no part of the design. */
function useSaveSample(): (sample: Values) => void {
  const { id } = route.useParams()
  const { mutate } = useMutation({
    mutationFn: (sample: Values) =>
      persistently(() => lastingClient.templates.update({ params: { id }, body: { sample } })),
    // In the order in which they were typed, also when the first ones have to be repeated.
    scope: { id: `sample ${id}` },
  })
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const last = useRef<Values>(undefined)
  useEffect(() => {
    const flush = () => {
      clearTimeout(pause.current)
      if (last.current) mutate(last.current)
      last.current = undefined
    }
    // A page that is closed or reloaded unmounts nothing.
    const onHide = () => document.hidden && flush()
    document.addEventListener('visibilitychange', onHide)
    addEventListener('pagehide', flush)
    return () => {
      document.removeEventListener('visibilitychange', onHide)
      removeEventListener('pagehide', flush)
      flush()
    }
  }, [mutate])
  return (sample) => {
    clearTimeout(pause.current)
    last.current = sample
    pause.current = setTimeout(() => {
      last.current = undefined
      mutate(sample)
    }, PAUSE_MS)
  }
}

/** What fills the template while no record is shown: one value for each name that it binds. */
export function SampleValues() {
  const session = useSession()
  const id = useId()
  const design = useEditor(({ document }) => document.design)
  const sample = useEditor((state) => state.sample)
  const isReadOnly = useEditor(({ readOnly }) => readOnly !== null)
  const save = useSaveSample()
  const kinds = useMemo(
    () => new Map(variablesOf(parseTemplate(design)).map(({ name, kind }) => [name, kind])),
    [design],
  )
  if (kinds.size === 0) return null
  const change = (name: string, value: Values[string]) => {
    const changed = { ...session.state.sample, [name]: value }
    session.set({ sample: changed })
    if (session.state.record === null) showRecord(session, null)
    save(Object.fromEntries(Object.entries(changed).map(([key, one]) => [key, stored.parse(one)])))
  }
  return (
    <Section title={t('inspector.samples')}>
      <p className="mb-2 text-xs text-ink-soft">{t('inspector.samples_help')}</p>
      <div className="grid gap-1.5">
        {[...kinds].map(([name, kind]) => (
          <div key={name}>
            <label htmlFor={`${id}-${name}`} dir="auto" className="block truncate text-xs leading-5 text-ink-soft">
              {name}
            </label>
            {isReadOnly ? (
              <p id={`${id}-${name}`} dir="auto" className="min-h-7 wrap-anywhere">
                {valueWords(sample[name])}
              </p>
            ) : kind === 'boolean' ? (
              <Switch
                id={`${id}-${name}`}
                aria-label={name}
                checked={sample[name] === true}
                onChange={(isOn) => change(name, isOn)}
              />
            ) : (
              <Input
                compact
                id={`${id}-${name}`}
                value={textOf(sample[name])}
                onChange={({ target }) => change(name, typedValue(target.value, kind))}
              />
            )}
          </div>
        ))}
      </div>
    </Section>
  )
}
