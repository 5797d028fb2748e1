// What reads and evaluates expressions. The dashboard loads this file apart: most designs are drawn without it.

export { type Bounded, bounded, resultOf, workLimit, workOfRecord } from './evaluate.ts'
export { ExpressionError, placed } from './expression-error.ts'
export { nearestName } from './nearest-name.ts'
export { type Expression, hyphenHint, type NameUse, namesIn, parseExpression } from './syntax.ts'
export { adoptText, fillText, readWrittenText, type WrittenText } from './written-text.ts'

const here = Promise.resolve()

/** Resolves when all of this can be called: here from the start. Always the same promise. */
export const loadExpressions = (): Promise<void> => here
