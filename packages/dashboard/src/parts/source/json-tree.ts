import { ensureSyntaxTree, syntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'
import { parsedJson } from '#dashboard/api/parsed-json.ts'

type Node = ReturnType<typeof syntaxTree>['topNode']
export type Path = readonly (string | number)[]

const parseMs = 300
const values = new Set(['Object', 'Array', 'String', 'Number', 'True', 'False', 'Null'])

function textOf(state: EditorState, { from, to }: Node): string {
  return state.sliceDoc(from, to)
}

function nameOf(state: EditorState, property: Node): string {
  const name = property.getChild('PropertyName')
  return name ? String(parsedJson(textOf(state, name)) ?? '') : ''
}

function childrenOf(node: Node, isWanted: (name: string) => boolean): Node[] {
  const found: Node[] = []
  for (let child = node.firstChild; child; child = child.nextSibling) if (isWanted(child.name)) found.push(child)
  return found
}

const valueIn = (node: Node): Node | undefined => childrenOf(node, (name) => values.has(name))[0]

function treeOf(state: EditorState): Node {
  return (ensureSyntaxTree(state, state.doc.length, parseMs) ?? syntaxTree(state)).topNode
}

/** The document as far as it can be read while somebody types. */
export function documentOf(state: EditorState): unknown {
  const top = valueIn(treeOf(state))
  return top && readValue(state, top)
}

function readValue(state: EditorState, node: Node): unknown {
  if (node.name === 'Array') return childrenOf(node, (name) => values.has(name)).map((item) => readValue(state, item))
  if (node.name !== 'Object') return parsedJson(textOf(state, node))
  return Object.fromEntries(
    childrenOf(node, (name) => name === 'Property').map((property) => {
      const value = valueIn(property)
      return [nameOf(state, property), value && readValue(state, value)]
    }),
  )
}

/** Where the innermost of the nodes around a place stands in the document. */
function pathOf(state: EditorState, node: Node): (string | number)[] {
  const { parent } = node
  if (!parent) return []
  const before = pathOf(state, parent)
  if (node.name === 'Property') return [...before, nameOf(state, node)]
  if (parent.name !== 'Array' || !values.has(node.name)) return before
  return [...before, childrenOf(parent, (name) => values.has(name)).findIndex(({ from }) => from === node.from)]
}

/** What somebody may be typing at a place. */
export type Spot =
  | { kind: 'name'; path: Path; from: number; to: number }
  | { kind: 'value'; path: Path; from: number; to: number }

export function spotAt(state: EditorState, at: number, side: -1 | 1 = -1): Spot | null {
  treeOf(state)
  const inner: Node = syntaxTree(state).resolveInner(at, side)
  const node = inner.type.isError && inner.parent ? inner.parent : inner
  const place = values.has(node.name) && node.name !== 'Object' && node.name !== 'Array' ? node : { from: at, to: at }
  const { from, to } = place
  if (node.name === 'PropertyName' && node.parent)
    return { kind: 'name', path: pathOf(state, node.parent).slice(0, -1), from: node.from, to: node.to }
  if (node.name === 'Object') return { kind: 'name', path: pathOf(state, node), from, to }
  if (node.name === 'Array') return { kind: 'value', path: [...pathOf(state, node), 0], from, to }
  if (node.name === 'Property' || values.has(node.name)) return { kind: 'value', path: pathOf(state, node), from, to }
  return null
}

/** The path that the value or name at a place has. */
export function pathAt(state: EditorState, at: number): { path: Path; from: number; to: number } | null {
  const node: Node = syntaxTree(state).resolveInner(at, 1)
  if (node.name === 'JsonText' || node.type.isError) return null
  return { path: pathOf(state, node), from: node.from, to: node.to }
}

/** The place of a value, or of what is around it where it is missing. */
export function rangeOf(state: EditorState, path: Path): { from: number; to: number } {
  let node = valueIn(treeOf(state))
  let range = { from: 0, to: Math.min(1, state.doc.length) }
  for (const key of path) {
    if (!node) break
    if (node.name === 'Array') {
      node = childrenOf(node, (name) => values.has(name))[Number(key)]
      if (node) range = { from: node.from, to: Math.min(node.to, node.from + 1) }
      continue
    }
    const property = childrenOf(node, (name) => name === 'Property').find((each) => nameOf(state, each) === String(key))
    const name = property?.getChild('PropertyName')
    node = property && valueIn(property)
    if (name) range = { from: name.from, to: name.to }
  }
  const isWhole = node && node.name !== 'Object' && node.name !== 'Array'
  return isWhole && node ? { from: range.from, to: node.to } : range
}
