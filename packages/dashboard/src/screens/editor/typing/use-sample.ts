import { templateValue } from '@pictable/model/value'
import { variablesOf } from '@pictable/renderer/template'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { persistently } from '#dashboard/api/connection.ts'
import { lastingClient } from '#dashboard/api/lasting-client.ts'
import type { Values } from '#dashboard/parts/templates/template.ts'
import { showRecord } from '#dashboard/screens/editor/session/record-actions.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'

const stored = templateValue.catch(null)

/** As it is typed: nothing of a value is rounded, nor written in the way of a language. */
export const textOfSample = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value)

/** Whether a value can be typed: its text is not that of a list, of an object, or of what is on or off. */
export const isTypedSample = (value: unknown): boolean =>
  value === undefined || value === null || typeof value === 'string' || typeof value === 'number'

/** The value whose text was typed: a number is one unless its text would change on the way, such as `12.`. */
export function typedSample(text: string, kind: string | undefined): string | number {
  const value = Number(text)
  return kind === 'number' && Number.isFinite(value) && String(value) === text ? value : text
}

/** Of which kind the value of each name is that the design binds. */
export function useSampleKinds(): ReadonlyMap<string, string> {
  const design = useEditor(({ document }) => document.design)
  return useMemo(() => new Map(variablesOf(design).map(({ name, kind }) => [name, kind])), [design])
}

/** Typing is saved once it pauses. */
const PAUSE_MS = 800

/** Saves the values with the template, not with its draft: they are no part of the design. */
function useSaveSample(): (sample: Values) => void {
  const id = useSession().state.templateId
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

/** Changes one of the sample values, which the canvas shows while no record is looked at. */
export function useChangeSample(): (name: string, value: Values[string]) => void {
  const session = useSession()
  const save = useSaveSample()
  return (name, value) => {
    const changed = { ...session.state.sample, [name]: value }
    session.set({ sample: changed })
    if (session.state.record === null) showRecord(session, null)
    save(Object.fromEntries(Object.entries(changed).map(([key, one]) => [key, stored.parse(one)])))
  }
}
