import { variablesOf } from '@pictable/renderer/template'
import { useMemo } from 'react'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'

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

/** Changes one of the sample values, which the canvas shows while no record is looked at. Typing that pauses is one step. */
export function useChangeSample(): (name: string, value: string | number | boolean) => void {
  const session = useSession()
  return (name, value) =>
    void session.run({ type: 'set', target: 'sample', path: [name], value }, { merge: `sample ${name}` })
}
