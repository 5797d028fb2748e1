import {
  type EditorDocument,
  faultOf,
  type LayerId,
  mergeJson,
  readSource,
  type SourceIssue,
  type SourceRead,
  sourceOf,
} from '@pictable/editor'
import { type JsonMistake, jsonMistake } from '#dashboard/parts/source/json-mistake.ts'
import type { Note } from '#dashboard/parts/source/source-editor.tsx'
import { t } from '#dashboard/strings/editing.ts'

/** What is wrong with a text, at its place. */
export interface Issue extends Note {
  /** For people: `Line 3`, or `layers.2.fontSize`. */
  readonly where: string
}

/** What a text does to a design; `issues` is not empty when it does nothing. */
export interface ReadText {
  readonly read: SourceRead | null
  readonly issues: readonly Issue[]
}

const issueOf = ({ at, line, message }: JsonMistake): Issue => ({
  ...{ place: at, severity: 'error', message },
  where: t('editor.source_line', { line }),
})

interface TextOf {
  /** Whose text it is; null: the whole design. */
  readonly layer: LayerId | null
  readonly text: string
  /** The canonical text that it was made from. What the design got since then is kept. */
  readonly base: string
}

export function readText(document: EditorDocument, { layer, text, base }: TextOf): ReadText {
  const mistake = jsonMistake(text)
  if (mistake) return { read: null, issues: [issueOf(mistake)] }
  const ours: unknown = JSON.parse(text)
  const read = readSource(document, layer, ours)
  if (read.type === 'invalid') return { read, issues: issuesOf(read) }
  const now = sourceOf(document, layer)
  if (base === now) return { read, issues: [] }
  const merged = readSource(document, layer, mergeJson({ base: JSON.parse(base), ours, theirs: JSON.parse(now) }))
  return { read: merged, issues: merged.type === 'invalid' ? issuesOf(merged) : [] }
}

export function issuesOf({ issues }: { issues: readonly SourceIssue[] }): readonly Issue[] {
  return issues.map(({ path, message }) => ({ place: path, severity: 'error', message, where: path.join('.') }))
}

/** What is wrong with the text of a whole design. */
export function faultsOf(text: string): readonly Issue[] {
  const mistake = jsonMistake(text)
  if (mistake) return [issueOf(mistake)]
  const fault = faultOf(JSON.parse(text))
  return fault ? issuesOf(fault) : []
}
