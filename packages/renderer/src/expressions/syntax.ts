import { isNameOfValue, RESERVED_NAME } from '#renderer/values/value.ts'
import { MAX_EXPRESSION_LENGTH } from './braces.ts'
import { ExpressionError } from './expression-error.ts'
import { type Filter, filterNamed } from './filters.ts'
import { createScanner, isOpen, type Scanner, type Token } from './scanner.ts'

export type Operator = '||' | '&&' | '==' | '!=' | '<' | '<=' | '>' | '>=' | '+' | '-' | '*' | '/' | '%'

/** A read expression. `at` is a place in the text. */
export type Expression =
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  | { readonly kind: 'name'; readonly name: string; readonly at: number }
  | { readonly kind: 'unary'; readonly operator: '!' | '-'; readonly operand: Expression; readonly at: number }
  | {
      readonly kind: 'binary'
      readonly operator: Operator
      readonly left: Expression
      readonly right: Expression
      readonly at: number
    }
  | { readonly kind: 'choice'; readonly test: Expression; readonly then: Expression; readonly otherwise: Expression }
  | FilterExpression

export interface FilterExpression {
  readonly kind: 'filter'
  readonly filter: Filter
  readonly input: Expression
  readonly arguments: readonly Expression[]
  /** Of the arguments, where they have names. */
  readonly names: readonly string[]
  readonly at: number
}

/** Parentheses, choices and signs inside each other. */
const MAX_DEPTH = 32

/** Operators by how closely they bind, the loosest first. */
const levels: readonly ReadonlySet<string>[] = [
  new Set(['||']),
  new Set(['&&']),
  new Set(['==', '!=']),
  new Set(['<', '<=', '>', '>=']),
  new Set(['+', '-']),
  new Set(['*', '/', '%']),
]

/** Reads an expression that is the whole text. @throws ExpressionError */
export function parseExpression(text: string): Expression {
  if (text.length > MAX_EXPRESSION_LENGTH) throw tooLong(0)
  const scanner = createScanner(text, 0)
  const expression = readFiltered(scanner, 0)
  const { kind, value, at } = scanner.next()
  if (kind !== 'end') throw new ExpressionError(`unexpected "${value}"`, at)
  return expression
}

/** Reads the expression after a `{{`, and the `}}`. @returns it, and where it ends. @throws ExpressionError */
export function parseBraced(text: string, from: number): { expression: Expression; end: number } {
  // No more is read than an expression may have.
  const most = from + MAX_EXPRESSION_LENGTH + '}}'.length
  try {
    return readBraced(createScanner(text.slice(0, most), from), from)
  } catch (error) {
    const isCut = text.length > most && error instanceof ExpressionError && (error.at >= most || isOpen(text, error.at))
    throw isCut ? tooLong(from) : error
  }
}

function readBraced(scanner: Scanner, from: number): { expression: Expression; end: number } {
  const expression = readFiltered(scanner, 0)
  const { kind, value, at } = scanner.next()
  if (kind === 'end' && scanner.end - from >= MAX_EXPRESSION_LENGTH) throw tooLong(from)
  if (kind === 'end') throw new ExpressionError(`"{{" has no "}}"; write \\{{ to show the braces`, from - 2)
  if (value !== '}}') throw new ExpressionError(`unexpected "${value}"; expected "}}", an operator or a filter`, at)
  return { expression, end: scanner.end }
}

function tooLong(at: number): ExpressionError {
  return new ExpressionError(`the expression is longer than ${MAX_EXPRESSION_LENGTH} characters`, at)
}

function isOperator(token: Token, value: string): boolean {
  return token.kind === 'operator' && token.value === value
}

function readFiltered(scanner: Scanner, depth: number): Expression {
  let input = readChoice(scanner, depth)
  while (isOperator(scanner.peek(), '|')) {
    scanner.next()
    input = readFilter(scanner, input, depth)
    const { kind, value, at } = scanner.peek()
    if (kind === 'operator' && (value === '?' || isBinary(value))) {
      throw new ExpressionError(`put the value and its filter before "${value}" in parentheses: (Name | upper)`, at)
    }
  }
  return input
}

function readFilter(scanner: Scanner, input: Expression, depth: number): FilterExpression {
  const name = scanner.argument()
  const filter = filterNamed(name)
  const given: Expression[] = []
  const names: string[] = []
  while (isOperator(scanner.peek(), ':')) {
    scanner.next()
    const token = scanner.argument()
    const isNamed = filter.checkNames !== undefined && token.kind === 'word' && scanner.assigns()
    if (isNamed) names.push(token.value)
    given.push(readArgument(scanner, isNamed ? scanner.argument() : token, depth))
    const problem = names.length > 0 ? namesProblem(filter, names, given.length) : undefined
    if (problem !== undefined) throw new ExpressionError(`the filter "${name.value}": ${problem}`, token.at)
  }
  const { min, max } = filter.arguments
  if (given.length < min || given.length > max) {
    throw new ExpressionError(
      `the filter "${name.value}" has the wrong number of arguments; write it like ${filter.examples[0]?.[0]}`,
      name.at,
    )
  }
  const values = given.flatMap((each) => (each.kind === 'literal' ? [each.value] : []))
  const problem = values.length === given.length ? filter.check(values, names) : undefined
  if (problem !== undefined) throw new ExpressionError(`the filter "${name.value}": ${problem}`, name.at)
  return { kind: 'filter', filter, input, arguments: given, names, at: name.at }
}

/** Why the last argument cannot have the name that it has, or has none. */
function namesProblem(filter: Filter, names: readonly string[], given: number): string | undefined {
  if (names.length !== given) return 'either all arguments have a name, or none'
  return filter.checkNames?.(names)
}

function readArgument(scanner: Scanner, token: Token, depth: number): Expression {
  if (token.kind === 'word' || token.kind === 'number' || token.kind === 'text') {
    return { kind: 'literal', value: token.value }
  }
  if (token.kind === 'name') return nameOf(token)
  if (isOperator(token, '(')) return readRest(scanner, depth)
  throw new ExpressionError('expected a value after ":", such as EUR, "text", [Field] or (Price * 2)', token.at)
}

function nameOf({ value: name, at }: Extract<Token, { value: string }>): Expression {
  if (!isNameOfValue(name)) throw new ExpressionError(`"${name}" ${RESERVED_NAME}`, at)
  return { kind: 'name', name, at }
}

/** What is inside parentheses, with the closing one. */
function readRest(scanner: Scanner, depth: number): Expression {
  const inner = readFiltered(scanner, deeper(depth, scanner))
  const close = scanner.next()
  if (!isOperator(close, ')')) throw new ExpressionError('"(" has no ")"', close.at)
  return inner
}

function deeper(depth: number, scanner: Scanner): number {
  if (depth >= MAX_DEPTH) throw new ExpressionError(`the expression is nested more than ${MAX_DEPTH} deep`, scanner.end)
  return depth + 1
}

function readChoice(scanner: Scanner, depth: number): Expression {
  const test = readBinary(scanner, 0, depth)
  if (!isOperator(scanner.peek(), '?')) return test
  scanner.next()
  const inner = deeper(depth, scanner)
  const then = readChoice(scanner, inner)
  const colon = scanner.next()
  if (isOperator(colon, '|')) {
    throw new ExpressionError(
      'put the value and its filter between "?" and ":" in parentheses: (Name | upper)',
      colon.at,
    )
  }
  if (!isOperator(colon, ':')) throw new ExpressionError('"?" has no ":"; write Test ? "yes" : "no"', colon.at)
  return { kind: 'choice', test, then, otherwise: readChoice(scanner, inner) }
}

function readBinary(scanner: Scanner, level: number, depth: number): Expression {
  const operators = levels[level]
  if (!operators) return readUnary(scanner, depth)
  let left = readBinary(scanner, level + 1, depth)
  for (;;) {
    const token = scanner.peek()
    if (token.kind !== 'operator' || !isBinary(token.value) || !operators.has(token.value)) return left
    scanner.next()
    const right = readBinary(scanner, level + 1, depth)
    left = { kind: 'binary', operator: token.value, left, right, at: token.at }
  }
}

function isBinary(value: string): value is Operator {
  return levels.some((level) => level.has(value))
}

function readUnary(scanner: Scanner, depth: number): Expression {
  const token = scanner.next()
  if (token.kind === 'operator' && (token.value === '!' || token.value === '-')) {
    return {
      kind: 'unary',
      operator: token.value,
      operand: readUnary(scanner, deeper(depth, scanner)),
      at: token.at,
    }
  }
  if (token.kind === 'number' || token.kind === 'text') return { kind: 'literal', value: token.value }
  if (token.kind === 'constant') return { kind: 'literal', value: token.value }
  if (token.kind === 'name') return nameOf(token)
  if (isOperator(token, '(')) return readRest(scanner, depth)
  const found = token.kind === 'end' ? 'the end' : `"${token.value}"`
  throw new ExpressionError(`expected a name, a number or a "text", found ${found}`, token.at)
}

/** A name that an expression uses. */
export interface NameUse {
  readonly name: string
  /** Its place in the text, from 0. */
  readonly at: number
  /** False where the expression says what is shown without a value: left of `||`, before `default`, in a test. */
  readonly required: boolean
  /** True when the value may be the result as it is. */
  readonly isResult: boolean
  /** Of a subtraction without spaces, the name that may be meant: `unit-price`. */
  readonly hyphened?: string | undefined
}

/** The names of an expression, in the order in which they are written. */
export function namesIn(
  expression: Expression,
  { required, isResult } = { required: true, isResult: true },
): NameUse[] {
  const found: NameUse[] = []
  addNames(found, expression, { required, isResult })
  return found
}

type Use = Omit<NameUse, 'name' | 'at'>

const tested: Use = { required: false, isResult: false }

function addNames(found: NameUse[], expression: Expression, use: Use): void {
  switch (expression.kind) {
    case 'literal':
      return
    case 'name':
      found.push({ name: expression.name, at: expression.at, ...use })
      return
    case 'unary':
      addNames(found, expression.operand, expression.operator === '!' ? tested : partOf(use))
      return
    case 'choice':
      addNames(found, expression.test, tested)
      addNames(found, expression.then, use)
      addNames(found, expression.otherwise, use)
      return
    case 'binary': {
      const hyphened = use.hyphened ?? hyphenedName(expression)
      const named = hyphened === undefined ? use : { ...use, hyphened }
      addNames(found, expression.left, leftUse(expression.operator, named))
      addNames(found, expression.right, rightUse(expression.operator, named))
      return
    }
    case 'filter': {
      const { filter, input, arguments: given } = expression
      // What only takes the place of an empty value leaves the others as they are.
      addNames(found, input, filter.takesEmpty ? { ...use, required: false } : partOf(use))
      for (const each of given) addNames(found, each, filter.takesEmpty ? use : partOf(use))
    }
  }
}

/** Names with nothing but a minus between them, as one name. */
function hyphenedName(expression: Expression): string | undefined {
  if (expression.kind === 'name') return expression.name
  if (expression.kind !== 'binary' || expression.operator !== '-' || expression.right.kind !== 'name') return undefined
  const { left, right, at } = expression
  if (right.at !== at + 1 || endOf(left) !== at) return undefined
  const before = hyphenedName(left)
  return before === undefined ? undefined : `${before}-${right.name}`
}

/** Where a name, or a subtraction of names, ends; undefined for all else. */
function endOf(expression: Expression): number | undefined {
  const last = expression.kind === 'binary' && expression.operator === '-' ? expression.right : expression
  return last.kind === 'name' ? last.at + last.name.length : undefined
}

/** What to write for a name with a hyphen, in words; empty for a name that has none. */
export function hyphenHint({ hyphened }: Pick<NameUse, 'hyphened'>): string {
  return hyphened === undefined ? '' : `"-" subtracts; a name with a hyphen is written in brackets: [${hyphened}]`
}

function partOf(use: Use): Use {
  return use.isResult ? { ...use, isResult: false } : use
}

function leftUse(operator: Operator, use: Use): Use {
  if (operator === '||') return { ...use, required: false }
  return operator === '&&' ? tested : rightUse(operator, use)
}

function rightUse(operator: Operator, use: Use): Use {
  if (operator === '||' || operator === '&&') return use
  return operator === '==' || operator === '!=' ? tested : partOf(use)
}
