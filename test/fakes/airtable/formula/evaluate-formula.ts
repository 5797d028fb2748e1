import { applyFunction, type FormulaRecord, lastModifiedTime } from './functions.ts'
import type { FormulaNode } from './parse-formula.ts'
import { compare, FormulaError, isTruthy, toNumber, toText, type Value } from './value.ts'

function operate(operator: string, left: Value, right: Value): Value {
  if (operator === '&') return toText(left) + toText(right)
  if (!'+-*/'.includes(operator)) return compare(operator, left, right)
  const [one, other] = [toNumber(left), toNumber(right)]
  if (operator === '+') return one + other
  if (operator === '-') return one - other
  return operator === '*' ? one * other : one / other
}

/** `evaluateFormula()` works a formula out for one record; throws FormulaError where Airtable shows #ERROR!. */
export function evaluateFormula(node: FormulaNode, record: FormulaRecord): Value {
  if (node.kind === 'literal') return node.value
  if (node.kind === 'field') return record.cell(node.fieldId)
  if (node.kind === 'operator') {
    return operate(node.operator, evaluateFormula(node.left, record), evaluateFormula(node.right, record))
  }
  if (node.name === lastModifiedTime) {
    const atMs = record.modifiedAtMs(node.args.flatMap((arg) => (arg.kind === 'field' ? [arg.fieldId] : [])))
    return atMs === null ? null : new Date(atMs)
  }
  const args = node.args.map((arg) => () => evaluateFormula(arg, record))
  return applyFunction(node.name, args, record)
}

/** Whether a filter lets a record pass; one that cannot be worked out does not. */
export function passesFilter(node: FormulaNode, record: FormulaRecord): boolean {
  try {
    return isTruthy(evaluateFormula(node, record))
  } catch (error) {
    if (error instanceof FormulaError) return false
    throw error
  }
}
