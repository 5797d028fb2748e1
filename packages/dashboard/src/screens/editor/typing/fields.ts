import { CHIP, chipText, styleForTyping, type WrittenText } from '@pictable/editor/text'
import { variablesOf } from '@pictable/renderer/template'
import { partAt } from '#dashboard/screens/editor/properties/values.ts'
import type { DataField, EditorState } from '#dashboard/screens/editor/session/state.ts'
import type { TextEditor } from './text-editor.ts'
import { writtenField } from './written-field.ts'

/** A value that a text can show. */
export interface Field {
  readonly name: string
  readonly kind: DataField['kind']
  /** How the table shows its values. */
  readonly format?: DataField['format']
  /** With the record that is shown. */
  readonly value: unknown
}

type FieldSource = Pick<EditorState, 'document' | 'recordSource' | 'values'>

/** The fields of the records, then those of the sample values, then those that the design has besides. */
export function fieldsOf({ document, recordSource, values }: FieldSource): Field[] {
  const known = new Map(recordSource.fields?.map((field) => [field.name, field]))
  const used = variablesOf(document.design).map(({ name }) => name)
  const names = new Set([...known.keys(), ...Object.keys(document.sample), ...used])
  return [...names].map((name) => {
    const { kind = 'text', format = null } = known.get(name) ?? {}
    return { name, kind, format, value: partAt(values, name) }
  })
}

/** Two braces in front of the caret, and what was typed behind them. */
export interface OpenBraces {
  readonly from: number
  readonly typed: string
}

/** No name is longer. */
const MOST = 200

export function openBraces({ plain }: WrittenText, caret: number): OpenBraces | undefined {
  const before = plain.slice(Math.max(0, caret - MOST), caret)
  const at = before.lastIndexOf('{{')
  const typed = before.slice(at + 2)
  if (at < 0 || /[{}\n]/.test(typed) || typed.includes(CHIP)) return undefined
  return { from: caret - typed.length - 2, typed }
}

type Shown = Pick<Field, 'name' | 'format'>

/** Puts a field at the caret, in place of what is selected or of another range. @returns whether it is there now */
export function putField(editor: TextEditor, field: Shown, range = editor.range): boolean {
  const { text } = editor
  if (!text) return false
  const chip = chipText(writtenField(field), styleForTyping(text, range))
  return editor.insert(chip, range, 'alone')
}
