import {
  type EditorDocument,
  faultOf,
  type LayerId,
  readSource,
  type SourceIssue,
  type SourceRead,
} from '@pictable/editor'
import { type JsonMistake, jsonMistake } from '#dashboard/parts/source/json-mistake.ts'
import type { Note } from '#dashboard/parts/source/source-editor.tsx'
import { t } from '#dashboard/strings/editor.ts'

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

export function readText(document: EditorDocument, layer: LayerId | null, text: string): ReadText {
  const mistake = jsonMistake(text)
  if (mistake) return { read: null, issues: [issueOf(mistake)] }
  const read = readSource(document, layer, JSON.parse(text))
  if (read.type !== 'invalid') return { read, issues: [] }
  return { read, issues: issuesOf(read) }
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

export const issuesIn = (...args: Parameters<typeof readText>): readonly Issue[] => readText(...args).issues
