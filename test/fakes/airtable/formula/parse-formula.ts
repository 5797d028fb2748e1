import { isAirtableFunction, isModelledFunction } from './functions.ts'
import { InvalidFormula, UnsupportedFormula } from './value.ts'

export type FormulaNode =
  | { kind: 'literal'; value: string | number }
  | { kind: 'field'; fieldId: string }
  | { kind: 'call'; name: string; args: FormulaNode[] }
  | { kind: 'operator'; operator: string; left: FormulaNode; right: FormulaNode }

interface Token {
  kind: 'number' | 'string' | 'field' | 'word' | 'sign' | 'end'
  text: string
}

const pattern =
  /\s*(?:(?<number>\d+(?:\.\d+)?)|'(?<single>(?:\\.|[^'\\])*)'|"(?<double>(?:\\.|[^"\\])*)"|\{(?<field>(?:\\.|[^}\\])+)\}|(?<word>[\p{L}_][\p{L}\p{N}_]*)|(?<sign><=|>=|!=|[-+*/&=<>(),]))/uy

const withoutEscapes = (text: string): string =>
  text.replace(/\\(.)/g, (_whole, letter) => (letter === 'n' ? '\n' : letter))

function tokenOf(groups: Record<string, string | undefined>): Token {
  if (groups.number !== undefined) return { kind: 'number', text: groups.number }
  const text = groups.single ?? groups.double
  if (text !== undefined) return { kind: 'string', text: withoutEscapes(text) }
  if (groups.field !== undefined) return { kind: 'field', text: withoutEscapes(groups.field) }
  if (groups.word !== undefined) return { kind: 'word', text: groups.word }
  return { kind: 'sign', text: groups.sign ?? '' }
}

function tokenize(source: string): Token[] {
  const tokens: Token[] = []
  const text = source.trimEnd()
  pattern.lastIndex = 0
  while (pattern.lastIndex < text.length) {
    const groups = pattern.exec(text)?.groups
    if (!groups) throw new InvalidFormula('Invalid formula. Please check your formula text.')
    tokens.push(tokenOf(groups))
  }
  return [...tokens, { kind: 'end', text: '' }]
}

/** From the loosest to the tightest. */
const levels: readonly (readonly string[])[] = [['=', '!=', '<', '>', '<=', '>='], ['&'], ['+', '-'], ['*', '/']]

/**
 * `parseFormula()` reads a formula and ties its fields to ids, so that a rename does not break it. `fieldIdOf` finds a
 * field by id or name.
 */
export function parseFormula(source: string, fieldIdOf: (idOrName: string) => string | undefined): FormulaNode {
  const tokens = tokenize(source)
  let at = 0

  const peek = (): Token => tokens[at] ?? { kind: 'end', text: '' }
  const isSign = (text: string): boolean => peek().kind === 'sign' && peek().text === text
  const broken = (): InvalidFormula => new InvalidFormula('Invalid formula. Please check your formula text.')
  const expect = (text: string): void => {
    if (!isSign(text)) throw broken()
    at++
  }

  const field = (name: string): FormulaNode => {
    const fieldId = fieldIdOf(name)
    if (fieldId === undefined) throw new InvalidFormula(`Unknown field names: ${name.toLowerCase()}`)
    return { kind: 'field', fieldId }
  }

  const call = (word: string): FormulaNode => {
    const name = word.toUpperCase()
    if (!isModelledFunction(name)) {
      if (isAirtableFunction(name)) throw new UnsupportedFormula(`The formula function ${name}() is not modelled`)
      throw new InvalidFormula(`Unknown function names: ${name}`)
    }
    expect('(')
    const args: FormulaNode[] = []
    while (!isSign(')')) {
      if (args.length > 0) expect(',')
      args.push(level(0))
    }
    expect(')')
    return { kind: 'call', name, args }
  }

  const primary = (): FormulaNode => {
    const token = peek()
    at++
    if (token.kind === 'number') return { kind: 'literal', value: Number(token.text) }
    if (token.kind === 'string') return { kind: 'literal', value: token.text }
    if (token.kind === 'field') return field(token.text)
    if (token.kind === 'word') return isSign('(') ? call(token.text) : field(token.text)
    if (token.text === '-') {
      return { kind: 'operator', operator: '-', left: { kind: 'literal', value: 0 }, right: primary() }
    }
    if (token.text !== '(') throw broken()
    const inner = level(0)
    expect(')')
    return inner
  }

  const level = (depth: number): FormulaNode => {
    const operators = levels[depth]
    if (!operators) return primary()
    let left = level(depth + 1)
    while (peek().kind === 'sign' && operators.includes(peek().text)) {
      const operator = peek().text
      at++
      left = { kind: 'operator', operator, left, right: level(depth + 1) }
    }
    return left
  }

  const root = level(0)
  if (peek().kind !== 'end') throw broken()
  return root
}

/** The ids, when a formula is nothing but `OR(RECORD_ID()='…', …)`: then nobody needs to look at every record. */
export function onlyRecordIds(node: FormulaNode): string[] | null {
  if (node.kind === 'call' && node.name === 'OR') {
    const parts = node.args.map(onlyRecordIds)
    return parts.every((part) => part !== null) ? parts.flat() : null
  }
  const isComparison = node.kind === 'operator' && node.operator === '=' && node.left.kind === 'call'
  if (!isComparison || node.left.kind !== 'call' || node.left.name !== 'RECORD_ID') return null
  return node.right.kind === 'literal' ? [String(node.right.value)] : null
}
