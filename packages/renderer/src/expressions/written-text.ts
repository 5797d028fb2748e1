import { toText } from '#renderer/values/value.ts'
import { escapeBraces } from './braces.ts'
import { type Bounded, resultOf, type Scope, workLimit } from './evaluate.ts'
import { ExpressionError } from './expression-error.ts'
import { MAX_TEXT_LENGTH } from './filters.ts'
import { type Expression, type NameUse, namesIn, parseBraced } from './syntax.ts'

/** A text as it is written: words, and expressions between `{{` and `}}`. */
export interface WrittenText {
  /** An expression is written from `at`, where its braces begin, to `end`, where they end. */
  readonly parts: readonly (string | { readonly expression: Expression; readonly at: number; readonly end: number })[]
  readonly names: readonly NameUse[]
}

const MAX_EXPRESSIONS = 200

/** Reads a text; `\{{` is `{{`. Takes time linear in its length. @throws ExpressionError */
export function readWrittenText(text: string): WrittenText {
  const parts: WrittenText['parts'][number][] = []
  let count = 0
  let from = 0
  for (;;) {
    const at = text.indexOf('{{', from)
    if (at < 0) break
    if (text[at - 1] === '\\' && at > from) {
      parts.push(text.slice(from, at - 1), '{{')
      from = at + 2
      continue
    }
    count += 1
    if (count > MAX_EXPRESSIONS) throw new ExpressionError(`has more than ${MAX_EXPRESSIONS} expressions`, at)
    parts.push(text.slice(from, at))
    const { expression, end } = parseBraced(text, at + 2)
    parts.push({ expression, at, end })
    from = end
  }
  parts.push(text.slice(from))
  const kept = parts.filter((part) => part !== '')
  return { parts: kept, names: kept.flatMap((part) => (typeof part === 'string' ? [] : namesIn(part.expression))) }
}

/**
 * The text with its values. Values are not read as expressions. Texts that are filled with the same bounds share them.
 * @throws ExpressionError when a value does not suit
 */
export function fillText({ parts }: WrittenText, scope: Scope & Partial<Pick<Bounded, 'work'>>): string {
  const shared: Bounded = { work: workLimit(), ...scope }
  let text = ''
  for (const part of parts) {
    text += typeof part === 'string' ? part : toText(resultOf(part.expression, shared))
    if (text.length > MAX_TEXT_LENGTH) {
      throw new ExpressionError(`the text is longer than ${MAX_TEXT_LENGTH} characters`, 0)
    }
  }
  return text
}

/** A text from elsewhere: its expressions, if all of them can be read, else the same words without any. */
export function adoptText(text: string): string {
  try {
    readWrittenText(text)
    return text
  } catch (error) {
    if (error instanceof ExpressionError) return escapeBraces(text)
    throw error
  }
}
