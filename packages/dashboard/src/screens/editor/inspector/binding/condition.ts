import { writeName } from '@pictable/renderer/braces'
import { type Expression, ExpressionError, parseExpression } from '@pictable/renderer/expressions'
import { partAt } from '#dashboard/screens/editor/properties/values.ts'
import { literalOf } from '#dashboard/screens/editor/typing/written-words.ts'

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

/** How many of the conditions of a rule have to hold. */
export const joins = ['all', 'any', 'none', 'notAll'] as const
export type Join = (typeof joins)[number]

/** Conditions that are asked together. */
export interface Rule {
  readonly join: Join
  readonly conditions: readonly Condition[]
}

/** A question, or a group of them. */
export type Condition = Test | Rule

export const isRule = (condition: Condition): condition is Rule => 'conditions' in condition

/** A value where its rule holds: `{ bind }` for that of a field. */
export interface Case {
  readonly rule: Rule
  readonly value: unknown
}

/** The value of the first case whose rule holds, else another one. */
export interface Choice {
  readonly cases: readonly Case[]
  readonly otherwise: unknown
}

const ruleOf = (condition: Condition): Rule =>
  isRule(condition) ? condition : { join: 'all', conditions: [condition] }

const opposites = { all: 'notAll', notAll: 'all', any: 'none', none: 'any' } as const satisfies Record<Join, Join>

/** A condition that holds where another one does not. */
function negated(condition: Condition): Rule {
  return isRule(condition)
    ? { ...condition, join: opposites[condition.join] }
    : { join: 'none', conditions: [condition] }
}

/** The rule of conditions of which each could be read, else null. */
function joined(join: 'all' | 'any', conditions: readonly (Condition | null)[]): Rule | null {
  const read = conditions.filter((each) => each !== null)
  return read.length === conditions.length && read.length > 0 ? { join, conditions: read } : null
}

const isOperand = (value: unknown): value is Operand => ['string', 'number', 'boolean'].includes(typeof value)

/** One comparison, or several of one field that have to hold together. */
function readTest(json: unknown): Condition | null {
  const name = partAt(json, 'value')
  if (typeof name !== 'string') return null
  const tests = operators.flatMap((operator): (Test | null)[] => {
    const given = partAt(json, operator)
    if (given === undefined) return []
    if (!hasOperand(operator)) return [{ name, operator, operand: '' }]
    return [isOperand(given) ? { name, operator, operand: given } : null]
  })
  const rule = joined('all', tests)
  const [only, ...others] = rule?.conditions ?? []
  return only && others.length === 0 ? only : rule
}

function readCondition(json: unknown): Condition | null {
  const inner = partAt(json, 'not')
  if (inner !== undefined) {
    const condition = readCondition(inner)
    return condition && negated(condition)
  }
  for (const join of ['all', 'any'] as const) {
    const list = partAt(json, join)
    if (Array.isArray(list)) return joined(join, list.map(readCondition))
  }
  return readTest(json)
}

/** The condition of a layer; null for anything else. */
export function readWhen(json: unknown): Rule | null {
  const condition = readCondition(partAt(json, 'when'))
  return condition && ruleOf(condition)
}

function writeTest({ name, operator, operand }: Test): object {
  if (!hasOperand(operator)) return { value: name, [operator]: true }
  const isOrder = operator === 'greater' || operator === 'less'
  return { value: name, [operator]: isOrder ? Number(operand) || 0 : operand }
}

const isNegative = (join: Join) => join === 'none' || join === 'notAll'

function writeCondition(condition: Condition): object {
  if (!isRule(condition)) return writeTest(condition)
  const { join, conditions } = condition
  const written = conditions.map(writeCondition)
  const [only, ...others] = written
  const key = join === 'all' || join === 'notAll' ? 'all' : 'any'
  const whole = only && others.length === 0 ? only : { [key]: written }
  return isNegative(join) ? { not: whole } : whole
}

export const writeWhen = (rule: Rule): object => ({ when: writeCondition(rule) })

const signs: Readonly<Record<Exclude<Operator, 'empty' | 'notEmpty'>, string>> = {
  equals: '==',
  notEquals: '!=',
  greater: '>',
  less: '<',
}

function testText({ name, operator, operand }: Test): string {
  if (operator === 'empty') return `${writeName(name)} == ''`
  if (operator === 'notEmpty') return `${writeName(name)} != ''`
  return `${writeName(name)} ${signs[operator]} ${literalOf(operand) ?? "''"}`
}

/** Whether the expression of a rule needs no parentheses inside of another one. */
function isClosed({ join, conditions }: Rule): boolean {
  const [only, ...others] = conditions
  return isNegative(join) || (only !== undefined && others.length === 0 && (!isRule(only) || isClosed(only)))
}

/** A rule as an expression. */
function ruleText({ join, conditions }: Rule): string {
  const parts = conditions.map((each) => {
    if (!isRule(each)) return testText(each)
    return isClosed(each) || conditions.length === 1 ? ruleText(each) : `(${ruleText(each)})`
  })
  const text = parts.join(join === 'all' || join === 'notAll' ? ' && ' : ' || ')
  return isNegative(join) ? `!(${text})` : text
}

/** A value of a choice as an expression; what no expression makes is empty. */
function valueText(value: unknown): string {
  const name = partAt(value, 'bind')
  return typeof name === 'string' ? writeName(name) : (literalOf(value) ?? "''")
}

export function writeChoice({ cases, otherwise }: Choice): string {
  const parts = cases.map(({ rule, value }) => `${ruleText(rule)} ? ${valueText(value)} : `)
  return `${parts.join('')}${valueText(otherwise)}`
}

/** A literal, with its sign; undefined for anything that is worked out. */
function literal(expression: Expression): { value: unknown } | undefined {
  if (expression.kind === 'literal') return { value: expression.value }
  if (expression.kind !== 'unary' || expression.operator !== '-' || expression.operand.kind !== 'literal')
    return undefined
  const { value } = expression.operand
  return typeof value === 'number' ? { value: -value } : undefined
}

function partsOf(expression: Expression, operator: '&&' | '||'): readonly Expression[] {
  if (expression.kind !== 'binary' || expression.operator !== operator) return [expression]
  return [...partsOf(expression.left, operator), ...partsOf(expression.right, operator)]
}

function conditionOf(expression: Expression): Condition | null {
  if (expression.kind === 'unary' && expression.operator === '!') {
    const condition = conditionOf(expression.operand)
    return condition && negated(condition)
  }
  if (expression.kind !== 'binary') return null
  const { operator: sign, left, right } = expression
  if (sign === '&&' || sign === '||') {
    return joined(sign === '&&' ? 'all' : 'any', partsOf(expression, sign).map(conditionOf))
  }
  const operand = literal(right)?.value
  const operator = operators.find((each) => hasOperand(each) && Reflect.get(signs, each) === sign)
  if (left.kind !== 'name' || !isOperand(operand) || operator === undefined) return null
  const { name } = left
  if (operand !== '') return { name, operator, operand }
  if (operator === 'equals') return { name, operator: 'empty', operand }
  return operator === 'notEquals' ? { name, operator: 'notEmpty', operand } : null
}

/** A literal, or a field. */
const chosenValue = (expression: Expression): { value: unknown } | undefined =>
  expression.kind === 'name' ? { value: { bind: expression.name } } : literal(expression)

function choiceOf(expression: Expression): Choice | null {
  if (expression.kind !== 'choice') return null
  const condition = conditionOf(expression.test)
  const value = chosenValue(expression.then)
  if (!condition || !value) return null
  const own: Case = { rule: ruleOf(condition), value: value.value }
  const otherwise = chosenValue(expression.otherwise)
  if (otherwise) return { cases: [own], otherwise: otherwise.value }
  const rest = choiceOf(expression.otherwise)
  return rest && { ...rest, cases: [own, ...rest.cases] }
}

/** Whether a choice is no longer, and not nested deeper, than an expression may be. */
export const isWritable = (choice: Choice): boolean => readChoice(writeChoice(choice)) !== null

/** With one more case, like the last; null where that is not writable. */
export function withCase({ cases, otherwise }: Choice): Choice | null {
  const next = { cases: [...cases, ...cases.slice(-1)], otherwise }
  return isWritable(next) ? next : null
}

/** As many as the format takes. */
export const MAX_CONDITIONS = 20

/** With one more condition; why there is no room for it. */
export function withCondition(
  rule: Rule,
  condition: Condition,
  fits: (rule: Rule) => boolean,
): Rule | 'rule_full' | 'rule_long' {
  if (rule.conditions.length >= MAX_CONDITIONS) return 'rule_full'
  const next = { ...rule, conditions: [...rule.conditions, condition] }
  return fits(next) ? next : 'rule_long'
}

/** The choice that an expression is; null for any other expression. */
export function readChoice(text: unknown): Choice | null {
  if (typeof text !== 'string') return null
  try {
    return choiceOf(parseExpression(text))
  } catch (error) {
    if (error instanceof ExpressionError) return null
    throw error
  }
}
