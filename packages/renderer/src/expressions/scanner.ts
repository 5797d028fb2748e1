import { constants, MAX_EXPRESSION_LENGTH, nextName } from './braces.ts'
import { ExpressionError } from './expression-error.ts'

export type Token =
  | { readonly kind: 'number'; readonly value: number; readonly at: number }
  | { readonly kind: 'text' | 'name' | 'word' | 'operator'; readonly value: string; readonly at: number }
  | { readonly kind: 'constant'; readonly value: boolean | null; readonly at: number }
  | { readonly kind: 'end'; readonly value: ''; readonly at: number }

const space = /\s*/y
const number = /\d+(?:\.\d+)?(?![\p{L}\p{N}_])/uy
/** An argument of a filter that needs no quotes: `EUR`, `long`, `Europe/Berlin`. */
const word = /[\p{L}_][\p{L}\p{N}_/+.-]*/uy
const operator = /\}\}|\|\||&&|[=!<>]=|[-+*/%<>!?:|()]/y
const quoted = /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'/y
/** Any name at all; `\]` is a bracket inside. */
const bracketed = /\[(?:[^\]\\]|\\[\s\S])+\]/y

/** Between the name of an argument and its value. */
const assignment = /\s*=(?!=)/y

/** Reads the tokens of an expression one by one, from a place in a text. */
export interface Scanner {
  /** The next token, which stays the next one. */
  peek(): Token
  next(): Token
  /** The next token where a filter's argument is expected: a word is not a name there. */
  argument(): Token
  /** Goes behind a `=` when it is next: the word before it was the name of an argument. */
  assigns(): boolean
  /** Where the last token ended. */
  readonly end: number
}

/** @throws ExpressionError for a character that no token begins with */
export function createScanner(text: string, from: number): Scanner {
  let end = from
  let peeked: { token: Token; end: number } | undefined

  const match = (pattern: RegExp, at: number): string | undefined => {
    pattern.lastIndex = at
    return pattern.exec(text)?.[0]
  }

  function scan(names: 'name' | 'word'): { token: Token; end: number } {
    const at = end + (match(space, end)?.length ?? 0)
    const token = (kind: 'text' | 'name' | 'word' | 'operator', found: string, value = found) => {
      return { token: { kind, value, at }, end: at + found.length }
    }
    if (at >= text.length) return { token: { kind: 'end', value: '', at }, end: at }
    const digits = match(number, at)
    if (digits !== undefined) {
      return { token: { kind: 'number', value: Number(digits), at }, end: at + digits.length }
    }
    const letters = match(names === 'name' ? nextName : word, at)
    const constant = names === 'name' ? constants.get(letters ?? '') : undefined
    if (constant !== undefined)
      return { token: { kind: 'constant', value: constant, at }, end: at + `${constant}`.length }
    if (letters !== undefined) return token(names, letters)
    const sign = match(operator, at)
    if (sign !== undefined) return token('operator', sign)
    const quote = match(quoted, at)
    if (quote !== undefined) return token('text', quote, unquote(quote))
    const bracket = match(bracketed, at)
    if (bracket !== undefined) return token('name', bracket, bracket.slice(1, -1).replace(/\\([\\[\]])/g, '$1'))
    throw new ExpressionError(wordsFor(text.slice(at, at + 2)), at)
  }

  return {
    peek() {
      peeked ??= scan('name')
      return peeked.token
    },
    next() {
      const scanned = peeked ?? scan('name')
      peeked = undefined
      end = scanned.end
      return scanned.token
    },
    argument() {
      peeked = undefined
      const scanned = scan('word')
      end = scanned.end
      return scanned.token
    },
    assigns() {
      const sign = match(assignment, end)
      end += sign?.length ?? 0
      return sign !== undefined
    },
    get end() {
      return end
    },
  }
}

/** Whether a text or name that starts there ends too late: behind all that an expression may have. */
export function isOpen(text: string, at: number): boolean {
  const pattern = text[at] === '[' ? bracketed : quoted
  pattern.lastIndex = at
  const whole = pattern.exec(text)?.[0]
  // A quote behind the end of the expression is another one.
  return whole !== undefined && whole.length > MAX_EXPRESSION_LENGTH - 1 && !whole.includes('}}')
}

function unquote(text: string): string {
  return text.slice(1, -1).replace(/\\([\s\S])/g, (_, character: string) => (character === 'n' ? '\n' : character))
}

function wordsFor(next: string): string {
  const character = String.fromCodePoint(next.codePointAt(0) ?? 0)
  if (next === '[]') return 'there is no name between [ and ]'
  if (character === '"' || character === "'")
    return `the text that starts with ${character} has no closing ${character}`
  if (character === '[') return 'the name that starts with [ has no ]'
  if (character === '=') return '"=" is not an operator; compare with "=="'
  if (character === '&') return '"&" is not an operator; write "&&"'
  if (next === '{{') return 'unexpected "{{"; the expression before it has no "}}"'
  if (character === '{') return 'unexpected "{"; an expression starts with two braces: {{Name}}'
  if (/\d/.test(character)) {
    return 'write a name that starts with a digit in brackets: [2nd name]; write a number like 1000.5'
  }
  return `unexpected "${character}"; write a name with such characters in brackets: [Name]`
}
