import { type EditorDocument, idOfName, type LayerId, layerAt, sourceOf } from '@pictable/editor'
import { useState } from 'react'
import * as v from 'valibot'
import { kept } from '#dashboard/api/kept.ts'
import { personal } from '#dashboard/api/personal.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { type Issue, readText } from './read-text.ts'

/** A text that was typed and differs from the canonical one. */
interface Typed {
  /** Whose text it is; null: the whole design. */
  readonly layer: LayerId | null
  readonly name: string | null
  readonly text: string
  /** Why it is not applied; empty once it is, until it is formatted. */
  readonly issues: readonly Issue[]
  /** The canonical text when the two were last the same. */
  readonly base: string
  /** The design with the text applied. */
  readonly applied: EditorDocument
}

export interface TypedText {
  readonly text: Typed | null
  set(text: Omit<Typed, 'name'> | null): void
  discard(): void
}

/** By name: layers have other ids in the next session. */
const stored = v.object({ layer: v.nullable(v.string()), text: v.string(), base: v.optional(v.string()) })

function read(key: string, document: EditorDocument): Typed | null {
  try {
    const { layer: name, text, ...rest } = v.parse(stored, JSON.parse(kept.get(key) ?? ''))
    const layer = name === null ? null : idOfName(document, name)
    if (layer === undefined) return null
    const base = rest.base ?? sourceOf(document, layer)
    return { layer, name, text, base, issues: readText(document, { layer, text, base }).issues, applied: document }
  } catch {
    return null
  }
}

/** After a reload the layers get the ids back that they had before. */
function found(text: Typed | null, document: EditorDocument): Typed | null {
  if (text === null || text.layer === null || text.name === null || layerAt(document, text.layer)) return text
  return { ...text, layer: idOfName(document, text.name) ?? text.layer }
}

/** What is typed into the source; this browser keeps it while it is not valid. */
export function useTyped(templateId: string): TypedText {
  const session = useSession()
  const key = personal(`template.${templateId}.source`)
  const document = useEditor((state) => state.document)
  const [text, setText] = useState(() => read(key, document))
  const set: TypedText['set'] = (next) => {
    const isKept = next !== null && next.issues.length > 0
    const name = next?.layer == null ? null : (layerAt(session.state.document, next.layer)?.name ?? null)
    kept.set(key, isKept ? JSON.stringify({ layer: name, text: next.text, base: next.base }) : null)
    setText(next && { ...next, name })
  }
  return { text: found(text, document), set, discard: () => set(null) }
}
