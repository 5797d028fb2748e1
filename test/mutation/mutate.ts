import { parseSync } from 'oxc-parser'

/** One change of a source file that a test should notice. */
export interface Mutant {
  /** From the root of the repository. */
  file: string
  line: number
  start: number
  end: number
  before: string
  after: string
}

interface Node extends Readonly<Record<string, unknown>> {
  type: string
  start: number
  end: number
}

type Change = Pick<Mutant, 'start' | 'end' | 'after'>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value

const operators: Readonly<Record<string, readonly string[]>> = {
  '===': ['!=='],
  '!==': ['==='],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '&': ['|'],
  '|': ['&'],
  '^': ['&'],
  '<<': ['>>'],
  '>>': ['<<'],
  '>>>': ['>>'],
  '&&': ['||'],
  '||': ['&&'],
}

const methods: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  min: 'max',
  max: 'min',
}

const replace = ({ start, end }: Node, after: string): Change => ({ start, end, after })

/** Another operator between the operands; without one, `a ?? b` is `a`. */
function* changeOperator(node: Node, source: string): Generator<Change> {
  const { left, right, operator } = node
  if (!isNode(left) || !isNode(right) || typeof operator !== 'string') return
  if (operator === '??') yield replace(node, source.slice(left.start, left.end))
  const between = source.slice(left.end, right.start)
  const at = left.end + between.indexOf(operator)
  // `+` between texts puts them together: `-` would be noticed by whatever looks at them.
  for (const after of operators[operator] ?? []) yield { start: at, end: at + operator.length, after }
}

/** Sentences are for people: what they say is no rule. */
const isSentence = (text: string) => text.includes(' ')

function* changeLiteral(node: Node): Generator<Change> {
  const { value } = node
  if ('regex' in node) {
    yield replace(node, '/(?!)/')
    yield replace(node, '/(?:)/')
  } else if (typeof value === 'boolean') yield replace(node, String(!value))
  else if (typeof value === 'number') yield replace(node, String(value + 1))
  else if (typeof value === 'string' && !isSentence(value)) yield replace(node, value === '' ? "'mutant'" : "''")
}

/** Each entry of a table is a rule of its own. */
function* dropEntries({ elements }: Node, source: string): Generator<Change> {
  if (!Array.isArray(elements)) return
  for (const element of elements) {
    if (!isNode(element)) continue
    const comma = /^\s*,/.exec(source.slice(element.end))?.[0] ?? ''
    yield { start: element.start, end: element.end + comma.length, after: '' }
  }
}

function* changesOf(node: Node, source: string): Generator<Change> {
  const { type, test, argument, property, expression } = node
  if (type === 'BinaryExpression' || type === 'LogicalExpression') yield* changeOperator(node, source)
  if (type === 'Literal') yield* changeLiteral(node)
  if (type === 'ArrayExpression') yield* dropEntries(node, source)
  if (type === 'UnaryExpression' && node.operator === '!' && isNode(argument))
    yield replace(node, source.slice(argument.start, argument.end))
  if ((type === 'IfStatement' || type === 'ConditionalExpression') && isNode(test)) {
    yield replace(test, 'true')
    yield replace(test, 'false')
  }
  if (type === 'ThrowStatement') yield replace(node, ';')
  if (type === 'ExpressionStatement' && isNode(expression) && expression.type !== 'Literal') yield replace(node, ';')
  if (type === 'MemberExpression' && node.computed === false && isNode(property) && typeof property.name === 'string') {
    const after = Object.hasOwn(methods, property.name) ? methods[property.name] : undefined
    if (after !== undefined) yield replace(property, after)
  }
}

/** Neither runs: types, and what is imported from where. */
const isSilent = ({ type }: Node) =>
  type === 'ImportDeclaration' || (type.startsWith('TS') && !/^TS(As|NonNull|Satisfies)/.test(type))

function* walk(node: Node): Generator<Node> {
  if (isSilent(node)) return
  yield node
  for (const [name, child] of Object.entries(node)) {
    // The name of a property is held by types, and by all who read it.
    if (name === 'key' || name === 'typeAnnotation' || name === 'returnType') continue
    for (const one of Array.isArray(child) ? child : [child]) if (isNode(one)) yield* walk(one)
  }
}

/** Lists every mutant of a file. */
export function mutantsOf(file: string, source: string): Mutant[] {
  const { program } = parseSync(file, source)
  if (!isNode(program)) throw new Error(`${file} cannot be parsed`)
  return [...walk(program)].flatMap((node) =>
    [...changesOf(node, source)].map((change) => ({
      file,
      line: source.slice(0, change.start).split('\n').length,
      before: source.slice(change.start, change.end),
      ...change,
    })),
  )
}

export const applyTo = (source: string, { start, end, after }: Pick<Mutant, 'start' | 'end' | 'after'>): string =>
  source.slice(0, start) + after + source.slice(end)

/** Names a mutant by what it changes on its line, wherever that moves to. */
export function nameOf({ file, before, after, start }: Mutant, source: string): string {
  const lineStart = source.lastIndexOf('\n', start - 1) + 1
  const rest = source.indexOf('\n', start)
  const line = source.slice(lineStart, rest < 0 ? undefined : rest)
  // The same text may be there twice.
  const earlier = line.slice(0, start - lineStart).split(before).length - 1
  const place = earlier === 0 || before === '' ? '' : ` (after ${earlier})`
  return `${file}: ${line.trim()}: ${before.replaceAll(/\s+/g, ' ')}${place} -> ${after || 'nothing'}`
}
