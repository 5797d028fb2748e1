import * as expressions from '@pictable/renderer/expressions'
import type { Plugin } from 'vite'

/** What is there from the start. */
const own: ReadonlySet<string> = new Set(['ExpressionError', 'placed', 'loadExpressions'])
const entry = '/renderer/src/expressions/expressions.ts'

/** What a page gets in place of the functions: they are there once `loadExpressions()` has resolved. */
function written(): string {
  const functions = Object.entries(expressions)
    .filter(([name, value]) => typeof value === 'function' && !own.has(name))
    .map(([name]) => `export const ${name} = (...given) => loaded.${name}(...given)`)
  return `export { ExpressionError, placed } from './expression-error.ts'
let loaded
let loading
export const loadExpressions = () =>
  (loading ??= import("./expressions.ts?whole").then(
    (whole) => { loaded = whole },
    (error) => { loading = undefined; throw error },
  ))
${functions.join('\n')}
`
}

/** Puts what reads and evaluates expressions into a file of its own: most designs are drawn before anyone needs it. */
export function lateExpressions(): Plugin {
  return {
    name: 'pictable:late-expressions',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (id.endsWith(entry) ? written() : null),
  }
}
