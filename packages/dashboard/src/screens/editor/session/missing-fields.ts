import { type LayerId, layersOf } from '@pictable/editor'
import { variablesOf, variablesOfLayer } from '@pictable/renderer/template'
import type { EditorState, RecordSource } from './state.ts'

/** A name that the design binds and that nothing fills. */
export interface MissingField {
  readonly name: string
  /** What the mapping fills it with: it is no longer in the table. */
  readonly field: string | undefined
  readonly layers: readonly LayerId[]
}

const plain = (name: string) => name.trim().toLowerCase()

/** Whether nothing fills a name: as on the server, upper and lower case do not count. */
export function isMissing({ fields }: RecordSource, name: string): boolean {
  return fields !== null && !fields.some((field) => field.name === name || plain(field.name) === plain(name))
}

const NONE: readonly MissingField[] = []
let last: { document: object; source: object; found: readonly MissingField[] } | undefined

/** Names of the design that no field fills, each with its layers. */
export function missingFields({ document, recordSource: source }: EditorState): readonly MissingField[] {
  if (source.fields === null) return NONE
  if (last?.document === document && last.source === source) return last.found
  const byName = new Map<string, LayerId[]>()
  for (const { name, layer } of variablesOf(document.design)) {
    if (layer === undefined && isMissing(source, name)) byName.set(name, [])
  }
  for (const [id, { layer }] of layersOf(document)) {
    for (const name of new Set(variablesOfLayer(layer).map((use) => use.name))) {
      if (isMissing(source, name)) byName.set(name, [...(byName.get(name) ?? []), id])
    }
  }
  const lost = new Map(source.missing.map(({ name, field }) => [name, field]))
  const found = [...byName].map(([name, layers]) => ({ name, field: lost.get(name), layers }))
  last = { document, source, found: found.length > 0 ? found : NONE }
  return last.found
}
