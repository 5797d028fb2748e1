import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  snippetCompletion,
} from '@codemirror/autocomplete'
import type { EditorView, Tooltip } from '@codemirror/view'
import { documentOf, type Path, pathAt, spotAt } from './json-tree.ts'
import {
  descriptionOf,
  propertiesOf,
  type SchemaPart,
  shapesAt,
  shapesOf,
  typesOf,
  writtenValues,
} from './schema-at.ts'

function parentOf(document: unknown, path: Path): object {
  let value = document
  for (const key of path) value = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
  return typeof value === 'object' && value !== null ? value : {}
}

/** How a value of these shapes begins. */
function startOf(shapes: readonly SchemaPart[]): string {
  const [only, ...more] = writtenValues(shapes)
  if (only !== undefined && more.length === 0) return `#{${only}}`
  const types = new Set(shapes.flatMap(({ type }) => type))
  if (types.has('string')) return '"#{}"'
  if (types.has('array')) return '[#{}]'
  if (types.has('object') && types.size === 1) return '{ #{} }'
  return '#{}'
}

function nameOptions(shapes: readonly SchemaPart[], present: object, root: SchemaPart): Completion[] {
  const names = new Set(shapes.flatMap((shape) => Object.keys(propertiesOf(shape))))
  return [...names]
    .filter((name) => !Object.hasOwn(present, name))
    .map((name) => {
      const within = shapes.flatMap((shape) => shapesOf(propertiesOf(shape)[name], root))
      const isNeeded = shapes.every(({ required }) => Array.isArray(required) && required.includes(name))
      const info = descriptionOf(within)
      const option = { label: `"${name}"`, detail: typesOf(within), type: 'property', boost: isNeeded ? 10 : 0 }
      return snippetCompletion(`"${name}": ${startOf(within)}`, info === undefined ? option : { ...option, info })
    })
}

function isBetween(text: string, start: number, sign: RegExp): boolean {
  return sign.test(text.slice(start).trimStart().charAt(0))
}

/** Names and values that the format knows at this place; `names`: what can be bound. */
export function completeFrom(root: SchemaPart, names: () => readonly string[]) {
  return ({ state, pos, explicit }: CompletionContext): CompletionResult | null => {
    const spot = spotAt(state, pos)
    if (spot === null) return null
    const { kind, path, from, to } = spot
    if (!explicit && from === to && !/["[{:,]\s*$/.test(state.sliceDoc(Math.max(0, pos - 40), pos))) return null
    const document = documentOf(state)
    if (kind === 'name') {
      const hasValue = to > from && isBetween(state.doc.toString(), to, /:/)
      const options = nameOptions(shapesAt(root, document, path), parentOf(document, path), root)
      const plain = options.map(({ apply: _, ...option }) => option)
      return { from, to, options: hasValue ? plain : options, filter: true }
    }
    const values = path.at(-1) === 'bind' ? names().map((name) => JSON.stringify(name)) : []
    const shapes = shapesAt(root, document, path)
    const options = [...values, ...writtenValues(shapes)].map((label): Completion => ({ label, type: 'enum' }))
    return options.length > 0 ? { from, to, options } : null
  }
}

/** What the format says of the value that is pointed at. */
export function explainFrom(root: SchemaPart) {
  return ({ state }: EditorView, at: number): Tooltip | null => {
    const found = pathAt(state, at)
    if (found === null || found.path.length === 0) return null
    const shapes = shapesAt(root, documentOf(state), found.path)
    const words = [descriptionOf(shapes), typesOf(shapes)].filter(Boolean)
    if (words.length === 0) return null
    return {
      pos: found.from,
      end: found.to,
      above: true,
      create() {
        const dom = document.createElement('div')
        dom.className = 'cm-explained'
        for (const text of words) dom.appendChild(document.createElement('p')).textContent = text ?? ''
        return { dom }
      },
    }
  }
}
