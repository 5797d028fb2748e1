import { toTime } from '#renderer/values/format-value.ts'
import { isEmpty, toBoolean, toNumber, toText, type Value } from '#renderer/values/value.ts'
import { ExpressionError } from './expression-error.ts'
import { MAX_TEXT_LENGTH, tooLong } from './filters.ts'
import type { Expression, FilterExpression, Operator } from './syntax.ts'

/** What expressions are evaluated with. Nothing else can be reached from one. */
export interface Scope {
  /** The value of that name; undefined without one. */
  readonly look: (name: string) => Value
  /** Of numbers, dates and words, such as `de`. */
  readonly locale: string
  /** Takes notice of a value that a filter left as it was. */
  readonly warn: (problem: string) => void
  /** Counts the characters that filters and `+` make; may throw an ExpressionError to end the work. */
  readonly spend?: (characters: number) => void
}

/** The value of an expression. @throws ExpressionError when a value does not suit it */
export function evaluate(expression: Expression, scope: Scope): Value {
  switch (expression.kind) {
    case 'literal':
      return expression.value
    case 'name':
      return scope.look(expression.name)
    case 'choice':
      return evaluate(isTrue(evaluate(expression.test, scope)) ? expression.then : expression.otherwise, scope)
    case 'unary': {
      const value = evaluate(expression.operand, scope)
      if (expression.operator === '!') return !isTrue(value)
      return isEmpty(value) ? null : -numberOf(value, '-', expression.at)
    }
    case 'binary':
      return combine(expression, scope)
    case 'filter':
      return applyFilter(expression, scope)
  }
}

/** Whether a value counts as yes: not empty, not 0, and none of the words for no. */
export function isTrue(value: Value): boolean {
  return !isEmpty(value) && value !== 0 && toBoolean(value) !== false
}

function applyFilter({ filter, input, arguments: given, at }: FilterExpression, scope: Scope): Value {
  const value = evaluate(input, scope)
  if (isEmpty(value) && !filter.takesEmpty) return value
  const context = { arguments: given.map((each) => evaluate(each, scope)), locale: scope.locale }
  try {
    const { value: after, problem } = filter.apply(value, context)
    if (problem !== undefined) scope.warn(problem)
    if (typeof after === 'string') scope.spend?.(after.length)
    return after
  } catch (error) {
    if (error instanceof ExpressionError) throw new ExpressionError(error.message, at)
    throw error
  }
}

type Binary = Extract<Expression, { kind: 'binary' }>

function combine({ operator, left, right, at }: Binary, scope: Scope): Value {
  const one = evaluate(left, scope)
  if (operator === '||') return isEmpty(one) || one === false ? evaluate(right, scope) : one
  if (operator === '&&') return isTrue(one) ? evaluate(right, scope) : false
  const other = evaluate(right, scope)
  if (operator === '==') return isEqual(one, other)
  if (operator === '!=') return !isEqual(one, other)
  if (operator === '+') {
    const sum = add(one, other, at)
    if (typeof sum === 'string') scope.spend?.(sum.length)
    return sum
  }
  const compare = comparisons[operator]
  if (compare) return !isEmpty(one) && !isEmpty(other) && compare(order(one, other))
  if (isEmpty(one) || isEmpty(other)) return null
  return rounded(calculate(operator, numberOf(one, operator, at), numberOf(other, operator, at)))
}

const comparisons: Partial<Record<Operator, (order: number) => boolean>> = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
}

function isEqual(one: Value, other: Value): boolean {
  if (isEmpty(one) || isEmpty(other)) return isEmpty(one) && isEmpty(other)
  if (typeof one === 'boolean' || typeof other === 'boolean') return isTrue(one) === isTrue(other)
  const [first, second] = [toNumber(one), toNumber(other)]
  if (first !== undefined && second !== undefined) return first === second
  return toText(one).trim() === toText(other).trim()
}

/** Below 0 when the first comes first: by number, by date, else by letters. */
function order(one: Value, other: Value): number {
  const [first, second] = [toNumber(one) ?? toTime(one)?.at, toNumber(other) ?? toTime(other)?.at]
  if (first !== undefined && second !== undefined) return first - second
  const [text, against] = [toText(one).trim(), toText(other).trim()]
  return text < against ? -1 : text > against ? 1 : 0
}

/** Numbers are added, everything else is joined as text. */
function add(one: Value, other: Value, at: number): Value {
  const [first, second] = [toNumber(one), toNumber(other)]
  if (first !== undefined && second !== undefined) return rounded(first + second)
  const isSum = (first !== undefined && isNothing(other)) || (second !== undefined && isNothing(one))
  if (isSum) return null
  const [text, more] = [toText(one), toText(other)]
  if (text.length + more.length > MAX_TEXT_LENGTH) throw new ExpressionError(tooLong().message, at)
  return text + more
}

function isNothing(value: Value): boolean {
  return value === null || value === undefined || value === ''
}

function calculate(operator: Operator, one: number, other: number): number {
  if (operator === '-') return one - other
  if (operator === '*') return one * other
  return operator === '/' ? one / other : one % other
}

/** Without the last digits, in which 0.1 + 0.2 is not 0.3. What is no number, such as 1 / 0, is empty. */
function rounded(number: number): number | null {
  return Number.isFinite(number) ? Number(number.toPrecision(15)) : null
}

function numberOf(value: Value, operator: string, at: number): number {
  const number = toNumber(value)
  if (number !== undefined) return number
  const given = toText(value).slice(0, 80)
  throw new ExpressionError(`"${given}" is not a number, which "${operator}" needs`, at)
}
