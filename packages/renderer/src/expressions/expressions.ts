export { type Bounded, bounded, resultOf } from './evaluate.ts'
export { ExpressionError } from './expression-error.ts'
export { nearestName } from './nearest-name.ts'
export { type Expression, namesIn, parseExpression } from './syntax.ts'
