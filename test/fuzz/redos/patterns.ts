import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'oxc-parser'

/** A regular expression of the product. */
export interface Pattern {
  /** File and line. */
  place: string
  source: string
  flags: string
  /** Whether parts of it are known only when the program runs. */
  isOpen: boolean
}

/** The documentation is built of our own pages; only what runs in a browser sees other text. */
const readsOwnPages = /^packages\/docs\/src\/(?!browser\/)/

const isTest = /\.test\.tsx?$|\.test-kit\.ts$|\/fakes\//

/** In place of what is known only when the program runs; a script, as one pattern asks for that. */
const hole = 'Latin'

type Syntax = Readonly<Record<string, unknown>>

const isSyntax = (value: unknown): value is Syntax => typeof value === 'object' && value !== null

/** Every node of a syntax tree. */
function* nodesIn(value: unknown): Generator<Syntax> {
  if (Array.isArray(value)) for (const item of value) yield* nodesIn(item)
  else if (isSyntax(value)) {
    if (typeof value.type === 'string') yield value
    for (const child of Object.values(value)) if (isSyntax(child)) yield* nodesIn(child)
  }
}

const nameOf = (node: unknown) => (isSyntax(node) && node.type === 'Identifier' ? String(node.name) : undefined)
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** The text of an expression; what is known only when the program runs becomes a letter. */
function textOf(node: unknown, constants: ReadonlyMap<string, unknown>): string {
  if (!isSyntax(node)) return hole
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type === 'Identifier')
    return constants.has(String(node.name)) ? textOf(constants.get(String(node.name)), constants) : hole
  if (node.type === 'TaggedTemplateExpression') return templateText(node.quasi, { constants, form: 'raw' })
  if (node.type === 'TemplateLiteral') return templateText(node, { constants, form: 'cooked' })
  return hole
}

function templateText(
  node: unknown,
  { constants, form }: { constants: ReadonlyMap<string, unknown>; form: 'raw' | 'cooked' },
): string {
  if (!isSyntax(node)) return hole
  const expressions = listOf(node.expressions)
  return listOf(node.quasis)
    .map((quasi, at) => {
      const text = isSyntax(quasi) && isSyntax(quasi.value) ? String(quasi.value[form]) : ''
      return text + (at < expressions.length ? textOf(expressions[at], constants) : '')
    })
    .join('')
}

function patternsIn(path: string): Pattern[] {
  const text = readFileSync(path, 'utf8')
  const nodes = [...nodesIn(parseSync(path, text).program)]
  const constants = new Map(
    nodes.flatMap((node) => (node.type === 'VariableDeclarator' ? [[nameOf(node.id) ?? '', node.init] as const] : [])),
  )
  const lineOf = (node: Syntax) => text.slice(0, Number(node.start)).split('\n').length
  return nodes.flatMap((node): Pattern[] => {
    const place = `${path}:${lineOf(node)}`
    if (node.type === 'Literal' && isSyntax(node.regex))
      return [{ place, source: String(node.regex.pattern), flags: String(node.regex.flags), isOpen: false }]
    if ((node.type !== 'NewExpression' && node.type !== 'CallExpression') || nameOf(node.callee) !== 'RegExp') return []
    const [argument, flags] = listOf(node.arguments)
    const source = textOf(argument, constants)
    return [
      { place, source, flags: flags === undefined ? '' : textOf(flags, constants), isOpen: source.includes(hole) },
    ]
  })
}

/** Finds every regular expression in the source of the product, so that a new one is found without being listed. */
export function findPatterns(): Pattern[] {
  return globSync('packages/*/src/**/*.{ts,tsx}')
    .filter((path) => !isTest.test(path) && !readsOwnPages.test(path))
    .toSorted()
    .flatMap(patternsIn)
}
