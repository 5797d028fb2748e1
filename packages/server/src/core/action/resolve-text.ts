import type { FieldRef } from '@pictable/model/field'
import type { TextEntryOf } from '@pictable/model/mapping'
import {
  ExpressionError,
  hyphenHint,
  type NameUse,
  nearestName,
  placed,
  readWrittenText,
  type WrittenText,
} from '@pictable/renderer/expressions'
import { constantProblem } from '@pictable/renderer/template'
import { filesInText } from '#core/run/map-record.ts'
import { findNamed, listed, sentence } from '#core/words.ts'
import type { Present } from './find-field.ts'

function readText(text: string): WrittenText | ExpressionError {
  try {
    return readWrittenText(text)
  } catch (error) {
    if (error instanceof ExpressionError) return error
    throw error
  }
}

/** To find the nearest of many names takes a while, so later errors do without. */
const MAX_GUESSES = 10

/** What may be meant by a name that no field has, as a sentence. */
export function guessOf(use: Pick<NameUse, 'name' | 'hyphened'>, { fields, errors }: Present): string {
  const hint = hyphenHint(use)
  if (hint !== '') return ` ${hint}.`
  if (errors.length >= MAX_GUESSES) return ''
  const near = nearestName(
    use.name,
    fields.map((field) => field.name),
  )
  return near === undefined ? '' : ` Did you mean "${near}"?`
}

function unknownField(use: NameUse, present: Present): string {
  const { name, at } = use
  const { tableName, fields } = present
  const names = fields.map((field) => field.name)
  const guess = guessOf(use, present)
  return `at character ${at + 1}: the table "${tableName}" has no field "${name}".${guess} It has: ${listed(names)}.`
}

/**
 * The fields that the names of a text mean, by these names. Those given, by id or name, go first. The first name that means
 * none is told to `fail`, as what follows "the text", and gives undefined.
 */
export function resolveText(
  { text, fields: given = {} }: TextEntryOf<string>,
  present: Present,
  fail: (problem: string) => void,
): Record<string, FieldRef> | undefined {
  const written = readText(text)
  if (written instanceof ExpressionError) return void fail(sentence(placed(written)))
  const problem = written.parts
    .map((part) => (typeof part === 'string' ? '' : constantProblem(part.expression)))
    .find(Boolean)
  if (problem) return void fail(sentence(problem))
  const found = new Map<string, FieldRef>()
  for (const use of written.names) {
    const known = Object.hasOwn(given, use.name) ? findNamed(present.fields, given[use.name] ?? '') : undefined
    const field = known ?? findNamed(present.fields, use.name)
    if (field === undefined) return void fail(unknownField(use, present))
    const { id, name, kind } = field
    if (kind === 'attachments') return void fail(`at character ${use.at + 1}: ${filesInText(name)}.`)
    found.set(use.name, { id, name })
  }
  return Object.fromEntries(found)
}
