import { toTime } from '#renderer/values/format-value.ts'
import { isEmpty, isList, toBoolean, toNumber, toText, type Value } from '#renderer/values/value.ts'
import { ExpressionError } from './expression-error.ts'
import { MAX_TEXT_LENGTH, tooLong } from './filters.ts'
import type { Expression, FilterExpression, Operator } from './syntax.ts'

/** What expressions are evaluated with. Nothing else can be reached from one. */
export interface Scope {
  /** The value of that name; undefined without one. `at` is where the text names it. Only for what the result needs. */
  readonly look: (name: string, at: number) => Value
  /** Of numbers, dates and words, such as `de`. */
  readonly locale: string
  /** Takes notice of a value that a filter left as it was, or of a form that it lacks. */
  readonly warn: (problem: string) => void
}

/** The most characters that one text or expression may work on, which takes a second or two. */
const MAX_WORK = 5_000_000

/** The most characters that whatever is filled for one record may work on where others wait: about a tenth of a second. */
const MAX_RECORD_WORK = 200_000

/** Counts the characters that are read or made by everything that shares it. */
export function workLimit(maxWork = MAX_WORK): Bounded['work'] {
  let done = 0
  return (characters) => {
    done += characters
    if (done > maxWork) throw new ExpressionError('the values are too long for the filters and "+" of this text', 0)
  }
}

/** As much as one record, or one request, may take of a process that serves others. */
export const workOfRecord = (): Bounded['work'] => workLimit(MAX_RECORD_WORK)

/** A scope whose work ends. Expressions that are evaluated with the same one share it. */
export function bounded(scope: Scope, maxWork = MAX_WORK): Bounded {
  return { ...scope, work: workLimit(maxWork) }
}

export interface Bounded extends Scope {
  /** Counts the characters that are read or made. @throws ExpressionError when it is enough */
  readonly work: (characters: number) => void
}

/** The value of an expression, within the bounds of the scope. @throws ExpressionError when a value does not suit it */
export function resultOf(expression: Expression, scope: Bounded): Value {
  switch (expression.kind) {
    case 'literal':
      return expression.value
    case 'name':
      return lookUp(expression, scope)
    case 'choice':
      return resultOf(isTrue(resultOf(expression.test, scope)) ? expression.then : expression.otherwise, scope)
    case 'unary': {
      const value = resultOf(expression.operand, scope)
      if (expression.operator === '!') return !isTrue(value)
      return isEmpty(value) ? null : -numberOf(value, '-', expression.at)
    }
    case 'binary':
      return combine(expression, scope)
    case 'filter':
      return applyFilter(expression, scope)
  }
}

function lookUp({ name, at }: Extract<Expression, { kind: 'name' }>, scope: Bounded): Value {
  const value = scope.look(name, at)
  // A list is read whole at each use.
  if (typeof value === 'object') within(at, () => scope.work(lengthOf(value)))
  return value
}

/** About how many characters it has as text. */
function lengthOf(value: Value): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 10
  return Object.entries(value).reduce((sum, [key, part]) => sum + key.length + lengthOf(part), 2)
}

/** Errors of what happens inside get a place. */
function within<T>(at: number, run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (error instanceof ExpressionError) throw new ExpressionError(error.message, at)
    // Of a text that no engine can hold.
    if (error instanceof RangeError) throw new ExpressionError(tooLong().message, at)
    throw error
  }
}

/** Whether a value counts as yes: not empty, not 0, and none of the words for no. */
export function isTrue(value: Value): boolean {
  return !isEmpty(value) && value !== 0 && toBoolean(value) !== false
}

function applyFilter({ filter, input, arguments: given, names, at }: FilterExpression, scope: Bounded): Value {
  const value = resultOf(input, scope)
  // As with `||`, what would take the place of an empty value is evaluated only for one.
  if (isEmpty(value) !== filter.takesEmpty) return value
  const context = { arguments: given.map((each) => resultOf(each, scope)), names, locale: scope.locale }
  return within(at, () => {
    for (const each of [value, ...context.arguments]) scope.work(lengthOf(each))
    const { value: after, problem, note } = filter.apply(value, context)
    if (problem !== undefined) scope.warn(`${problem}, so it is shown unformatted`)
    if (note !== undefined) scope.warn(note)
    if (typeof after === 'string') {
      if (after.length > MAX_TEXT_LENGTH) throw tooLong()
      scope.work(after.length)
    }
    return after
  })
}

type Binary = Extract<Expression, { kind: 'binary' }>

function combine(expression: Binary, scope: Bounded): Value {
  const { operator, left, right, at } = expression
  if (operator === '+') return sumOf(expression, scope).value
  const one = resultOf(left, scope)
  if (operator === '||') return isEmpty(one) || one === false ? resultOf(right, scope) : one
  if (operator === '&&') return isTrue(one) ? resultOf(right, scope) : false
  const other = resultOf(right, scope)
  if (operator === '==') return isEqual(one, other)
  if (operator === '!=') return !isEqual(one, other)
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
  const whole = wholeOrder(one, other)
  if (whole !== undefined) return whole === 0
  const [first, second] = [toNumber(one), toNumber(other)]
  if (first !== undefined && second !== undefined) return first === second
  return toText(one).trim() === toText(other).trim()
}

/** As `order()`, of whole numbers with more digits than a number keeps, such as article numbers. */
function wholeOrder(one: Value, other: Value): number | undefined {
  if (typeof one !== 'string' && typeof other !== 'string') return undefined
  const [first, second] = [wholeOf(one), wholeOf(other)]
  if (first === undefined || second === undefined) return undefined
  return first < second ? -1 : first > second ? 1 : 0
}

function wholeOf(value: Value): bigint | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined
  return typeof value === 'string' && /^\s*[-+]?\d{1,100}\s*$/.test(value) ? BigInt(value.trim()) : undefined
}

/** Below 0 when the first comes first: by number, by date, else by letters. */
function order(one: Value, other: Value): number {
  const whole = wholeOrder(one, other)
  if (whole !== undefined) return whole
  const [first, second] = [toNumber(one) ?? toTime(one)?.at, toNumber(other) ?? toTime(other)?.at]
  if (first !== undefined && second !== undefined) return first - second
  const [text, against] = [toText(one).trim(), toText(other).trim()]
  return text < against ? -1 : text > against ? 1 : 0
}

interface Operand {
  readonly value: Value
  /** A sum whose value is missing stays empty; what is text is never read as a number again. */
  readonly kind: 'value' | 'sum' | 'text'
}

/** Numbers are added. Beside a text in quotes, the result of a filter or a joined text, everything is joined. */
function sumOf({ left, right, at }: Binary, scope: Bounded): Operand {
  const [one, other] = [operandOf(left, scope), operandOf(right, scope)]
  if (one.kind !== 'text' && other.kind !== 'text') {
    const [first, second] = [toNumber(one.value), toNumber(other.value)]
    if (first !== undefined && second !== undefined) return { kind: 'sum', value: rounded(first + second) }
    if (isMissing(one, other) || isMissing(other, one)) return { kind: 'sum', value: null }
  }
  const [text, more] = [toText(one.value), toText(other.value)]
  if (text.length + more.length > MAX_TEXT_LENGTH) throw new ExpressionError(tooLong().message, at)
  within(at, () => scope.work(text.length + more.length))
  return { kind: 'text', value: text + more }
}

function operandOf(expression: Expression, scope: Bounded): Operand {
  if (isSum(expression)) return sumOf(expression, scope)
  return { kind: isWords(expression) ? 'text' : 'value', value: resultOf(expression, scope) }
}

function isSum(expression: Expression): expression is Binary {
  return expression.kind === 'binary' && expression.operator === '+'
}

/** True where the expression says that it is about text, whatever the values are. */
function isWords(expression: Expression): boolean {
  if (expression.kind === 'literal') return typeof expression.value === 'string'
  if (expression.kind === 'choice') return isWords(expression.then) || isWords(expression.otherwise)
  if (expression.kind === 'filter') {
    return !expression.filter.takesEmpty || [expression.input, ...expression.arguments].some(isWords)
  }
  if (expression.kind !== 'binary') return false
  const { operator, left, right } = expression
  return ((operator === '||' || operator === '+') && isWords(left)) || (isJoining(operator) && isWords(right))
}

function isJoining(operator: Operator): boolean {
  return operator === '||' || operator === '&&' || operator === '+'
}

/** A number plus nothing is nothing; a text that looks like a number, such as a house number, stays. */
function isMissing(one: Operand, other: Operand): boolean {
  if (!isNothing(one.value)) return false
  return one.kind === 'sum' || other.kind === 'sum' || typeof other.value === 'number'
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
  if (Number.isSafeInteger(number)) return number
  return Number.isFinite(number) ? Number(number.toPrecision(15)) : null
}

function numberOf(value: Value, operator: string, at: number): number {
  const number = toNumber(value)
  if (number !== undefined) return number
  const given = toText(value).slice(0, 80)
  if (isList(value)) {
    throw new ExpressionError(
      `the list "${given}" is not a number, which "${operator}" needs; use a value that is no list`,
      at,
    )
  }
  throw new ExpressionError(`"${given}" is not a number, which "${operator}" needs`, at)
}
