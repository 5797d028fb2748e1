import { type Variable, variablesOf } from '@pictable/renderer/template'
import { useMemo } from 'react'
import { useEditor } from '#dashboard/screens/editor/session/use-editor.ts'

/** What a name fills. */
export type SampleKind = Variable['kind'] | 'list' | 'rows'

function kindOf(uses: readonly Variable[]): SampleKind {
  const special = uses.find(({ kind }) => kind !== 'text')
  if (special) return special.kind
  if (uses.some(({ property }) => property === 'rows')) return 'rows'
  return uses.some(({ property }) => property === 'values' || property === 'labels') ? 'list' : 'text'
}

/** The names that the design binds, each with what it fills. */
export function useSampleKinds(): ReadonlyMap<string, SampleKind> {
  const design = useEditor(({ document }) => document.design)
  return useMemo(() => {
    const byName = Map.groupBy(variablesOf(design), ({ name }) => name)
    return new Map([...byName].map(([name, uses]) => [name, kindOf(uses)]))
  }, [design])
}

const isSingle = (value: unknown) => typeof value !== 'object' || value === null

/** In which form a value is asked for: a list that fills a text stays a list, and the text of a list stays text. */
export function sampleForm(kind: SampleKind, value: unknown): SampleKind {
  if (kind === 'rows') return kind
  if (Array.isArray(value)) return value.every(isSingle) ? 'list' : 'rows'
  return kind === 'list' && value !== undefined ? 'text' : kind
}

/** Whether what is typed as rows can be applied: it is asked for as rows also then. None at all is no sample value. */
export function areRows(kind: SampleKind, value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && sampleForm(kind, value) === 'rows')
}
