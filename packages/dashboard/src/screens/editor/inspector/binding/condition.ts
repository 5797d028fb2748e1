import { writeName } from '@pictable/renderer/braces'
import { type Expression, ExpressionError, parseExpression } from '@pictable/renderer/expressions'
import { literalOf } from '#dashboard/screens/editor/inspector/braces.ts'
import { partAt } from '#dashboard/screens/editor/inspector/values.ts'

export const operators = ['equals', 'notEquals', 'empty', 'notEmpty', 'greater', 'less'] as const
export type Operator = (typeof operators)[number]

/** Whether a test has a value to compare with. */
export const hasOperand = (operator: Operator): boolean => operator !== 'empty' && operator !== 'notEmpty'

type Operand = string | number | boolean

/** A question about one field. */
export interface Test {
  readonly name: string
  readonly operator: Operator
  readonly operand: Operand
}

/** Questions that are asked together. */
export interface Rule {
  readonly join: 'all' | 'any'
  readonly tests: readonly Test[]
}

/** One of two values, by a rule. */
export interface Choice extends Rule {
  /** Where the tests hold, and where not. */
  readonly yes: unknown
  readonly no: unknown
}

const isOperand = (value: unknown): value is Operand => ['string', 'number', 'boolean'].includes(typeof value)

function readTest(json: unknown): Test | null {
  const name = partAt(json, 'value')
  const [only, ...others] = operators.filter((each) => partAt(json, each) !== undefined)
  if (typeof name !== 'string' || only === undefined || others.length > 0) return null
  const given = partAt(json, only)
  if (!hasOperand(only)) return { name, operator: only, operand: '' }
  return isOperand(given) ? { name, operator: only, operand: given } : null
}

/** The condition of a layer; null for one with conditions inside of conditions. */
export function readWhen(json: unknown): Rule | null {
  const when = partAt(json, 'when')
  for (const join of ['all', 'any'] as const) {
    const list = partAt(when, join)
    if (!Array.isArray(list)) continue
    const tests = list.map(readTest)
    return tests.includes(null) ? null : { join, tests: tests.filter((each) => each !== null) }
  }
  const test = readTest(when)
  return test && { join: 'all', tests: [test] }
}

function writeTest({ name, operator, operand }: Test): object {
  if (!hasOperand(operator)) return { value: name, [operator]: true }
  const isOrder = operator === 'greater' || operator === 'less'
  return { value: name, [operator]: isOrder ? Number(operand) || 0 : operand }
}

export function writeWhen({ join, tests }: Rule): object {
  const written = tests.map(writeTest)
  return { when: written.length === 1 ? written[0] : { [join]: written } }
}

const signs: Readonly<Record<Exclude<Operator, 'empty' | 'notEmpty'>, string>> = {
  equals: '==',
  notEquals: '!=',
  greater: '>',
  less: '<',
}

function expressionOf({ name, operator, operand }: Test): string {
  if (operator === 'empty') return `${writeName(name)} == ''`
  if (operator === 'notEmpty') return `${writeName(name)} != ''`
  return `${writeName(name)} ${signs[operator]} ${literalOf(operand) ?? "''"}`
}

export function writeChoice({ join, tests, yes, no }: Choice): string {
  const test = tests.map(expressionOf).join(join === 'all' ? ' && ' : ' || ')
  return `${test} ? ${literalOf(yes) ?? "''"} : ${literalOf(no) ?? "''"}`
}

/** A literal, with its sign; undefined for anything that is worked out. */
function literal(expression: Expression): { value: unknown } | undefined {
  if (expression.kind === 'literal') return { value: expression.value }
  if (expression.kind !== 'unary' || expression.operator !== '-' || expression.operand.kind !== 'literal')
    return undefined
  const { value } = expression.operand
  return typeof value === 'number' ? { value: -value } : undefined
}

function testOf(expression: Expression): Test | null {
  if (expression.kind !== 'binary' || expression.left.kind !== 'name') return null
  const operand = literal(expression.right)?.value
  const { name } = expression.left
  const operator = operators.find((each) => hasOperand(each) && Reflect.get(signs, each) === expression.operator)
  if (!isOperand(operand) || operator === undefined) return null
  if (operand !== '') return { name, operator, operand }
  if (operator === 'equals') return { name, operator: 'empty', operand }
  return operator === 'notEquals' ? { name, operator: 'notEmpty', operand } : null
}

function partsOf(expression: Expression, operator: '&&' | '||'): readonly Expression[] {
  if (expression.kind !== 'binary' || expression.operator !== operator) return [expression]
  return [...partsOf(expression.left, operator), ...partsOf(expression.right, operator)]
}

/** The choice that an expression is; null for any other expression. */
export function readChoice(text: unknown): Choice | null {
  if (typeof text !== 'string') return null
  try {
    const expression = parseExpression(text)
    if (expression.kind !== 'choice') return null
    const [yes, no] = [literal(expression.then), literal(expression.otherwise)]
    const join = expression.test.kind === 'binary' && expression.test.operator === '||' ? 'any' : 'all'
    const tests = partsOf(expression.test, join === 'any' ? '||' : '&&').map(testOf)
    if (!yes || !no || tests.includes(null)) return null
    return { join, tests: tests.filter((each) => each !== null), yes: yes.value, no: no.value }
  } catch (error) {
    if (error instanceof ExpressionError) return null
    throw error
  }
}
