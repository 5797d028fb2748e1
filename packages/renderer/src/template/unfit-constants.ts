import { atOnce } from '#renderer/async/at-once.ts'
import { type Issue, MAX_ISSUES, pathOf } from '#renderer/errors/issues.ts'
import { ExpressionError, placed } from '#renderer/expressions/expression-error.ts'
import { type Expression, namesIn, resultOf } from '#renderer/expressions/expressions.ts'
import { pageShape } from '#renderer/properties/page.ts'
import { suitValue } from '#renderer/values/suit-value.ts'
import { everyLayer } from './layer-tree.ts'
import { type Keys, PARTS_IN_STEP, type Slot, slotsOf, slotsOfLayerInSteps } from './slots.ts'
import type { Template } from './template.ts'

/**
 * What is wrong with a template whatever its values are: fallbacks that their properties do not take, and parts of
 * expressions that cannot be computed. Templates of earlier releases may have such parts, and render where they are not
 * needed; so this is asked of what is saved, not of what is stored.
 */
export function unfitConstants(template: Template): Issue[] {
  return atOnce(unfitConstantsInSteps(template))
}

/** Does what `unfitConstants()` does in short steps. */
export function* unfitConstantsInSteps(template: Template): Generator<void, Issue[]> {
  const issues = slotsOf(template, pageShape).flatMap((slot) => issuesOfSlot(slot, []))
  for (const { layer, keys } of everyLayer(template)) {
    const slots = yield* slotsOfLayerInSteps(layer)
    for (const [at, slot] of slots.entries()) {
      issues.push(...issuesOfSlot(slot, keys))
      if (issues.length >= MAX_ISSUES) return issues
      if (at % PARTS_IN_STEP === 0) yield
    }
  }
  return issues
}

function issuesOfSlot({ source, schema, keys: own }: Slot, layer: Keys): Issue[] {
  const keys = [...layer, ...own]
  if (source.kind === 'text') {
    const expressions = source.text.parts.flatMap((part) => (typeof part === 'string' ? [] : [part.expression]))
    return computedIssues(expressions, keys)
  }
  const computed = source.kind === 'expression' ? computedIssues([source.expression], [...keys, 'expression']) : []
  const { fallback } = source
  if (fallback === undefined || fallback === null) return computed
  const suited = suitValue(fallback, schema)
  return 'reason' in suited ? [...computed, { path: pathOf([...keys, 'fallback']), message: suited.reason }] : computed
}

function computedIssues(expressions: readonly Expression[], keys: Keys): Issue[] {
  const message = expressions.map(constantProblem).find((problem) => problem !== undefined)
  return message === undefined ? [] : [{ path: pathOf(keys), message }]
}

/** A constant that takes longer is left to the renderer. */
class TakesLong extends Error {}

const MAX_WORK = 10_000

function compute(constant: Expression): void {
  let left = MAX_WORK
  const work = (characters: number) => {
    left -= characters
    if (left < 0) throw new TakesLong()
  }
  resultOf(constant, { look: () => null, locale: 'en', warn: () => undefined, work })
}

/** Why a part of the expression that has no names cannot be computed, with its place; undefined where each can. */
export function constantProblem(expression: Expression): string | undefined {
  if (expression.kind === 'literal' || expression.kind === 'name') return undefined
  if (namesIn(expression).length > 0) return partsOf(expression).map(constantProblem).find(Boolean)
  try {
    compute(expression)
    return undefined
  } catch (error) {
    if (error instanceof ExpressionError) return placed(error)
    if (error instanceof TakesLong) return undefined
    throw error
  }
}

function partsOf(expression: Exclude<Expression, { kind: 'literal' | 'name' }>): readonly Expression[] {
  switch (expression.kind) {
    case 'unary':
      return [expression.operand]
    case 'binary':
      return [expression.left, expression.right]
    case 'choice':
      return [expression.test, expression.then, expression.otherwise]
    case 'filter':
      return [expression.input, ...expression.arguments]
  }
}
