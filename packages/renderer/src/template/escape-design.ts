import { escapeLinks } from '#renderer/drawing/markup.ts'
import { escapeBraces } from '#renderer/expressions/braces.ts'
import { looksComputed } from '#renderer/expressions/expression-binding.ts'
import { unwrap } from '#renderer/properties/bindable.ts'
import { hasExpressions, isDataUrl, isWrittenText } from '#renderer/properties/written-text.ts'
import { looksBound } from '#renderer/values/binding.ts'
import { layerKinds } from './kinds.ts'

/** What the release had that stored a design. */
export interface TextSyntax {
  /** `{{` begins an expression in texts, and in the addresses of pictures. */
  readonly expressions: boolean
  /** Marks have links, `{{` begins an expression wherever a picture is named, and cells of written rows are filled. */
  readonly links: boolean
}

/** Where expressions came with links. */
const LATE_PLACES: ReadonlySet<string> = new Set(['fallback', 'logo'])

/** By kind, the properties in which expressions may stand. */
const texts = new Map(
  layerKinds.map(({ type, shape }) => [
    type,
    Object.entries(shape).flatMap(([key, schema]) => {
      const inner = unwrap(schema)
      return isWrittenText(inner) ? [{ key, schema: inner }] : []
    }),
  ]),
)

/**
 * A stored design of an earlier release, in which `{{`, a link or a filled cell was nothing but text, as a design of now that draws the
 * same picture. What is no design is returned as it is.
 */
export function escapeDesign<Design extends object>(design: Design, syntax: TextSyntax): Design {
  if (syntax.links || !('layers' in design) || !Array.isArray(design.layers)) return design
  return { ...design, layers: design.layers.map((layer) => escapeLayer(layer, syntax)) }
}

function escapeLayer(layer: unknown, syntax: TextSyntax): unknown {
  if (typeof layer !== 'object' || layer === null) return layer
  const type: unknown = Reflect.get(layer, 'type')
  const own = (typeof type === 'string' && texts.get(type)) || []
  const hasMarkup = Reflect.get(layer, 'markup') !== false
  const escaped = own.flatMap(({ key, schema }): [string, string][] => {
    const text: unknown = Reflect.get(layer, key)
    if (typeof text !== 'string') return []
    const isWords = (!syntax.expressions || LATE_PLACES.has(key)) && hasExpressions(text, schema)
    const plain = isWords ? escapeBraces(text) : text
    return [[key, key === 'text' && hasMarkup ? escapeLinks(plain) : plain]]
  })
  const fill: unknown = Reflect.get(layer, 'fill')
  const children: unknown = Reflect.get(layer, 'children')
  const rows: unknown = type === 'table' ? Reflect.get(layer, 'rows') : undefined
  return {
    ...layer,
    ...Object.fromEntries(escaped),
    ...(isPictureFill(fill) && { fill: escapePictureFill(fill) }),
    ...(Array.isArray(rows) && { rows: rows.map(escapeRow) }),
    ...(Array.isArray(children) && { children: children.map((child) => escapeLayer(child, syntax)) }),
  }
}

function escapeRow(row: unknown): unknown {
  if (typeof row !== 'object' || row === null) return row
  if (Array.isArray(row)) return row.map(escapeCell)
  return Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, escapeCell(cell)]))
}

/** A list is drawn as what it holds, however long that is, and never filled. */
function escapeCell(cell: unknown): unknown {
  return looksBound(cell) || looksComputed(cell) ? [cell] : cell
}

function isPictureFill(value: unknown): value is object {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'picture'
}

/** Pictures inside shapes had no expressions before there were links. */
function escapePictureFill(fill: object): object {
  return Object.fromEntries(
    Object.entries(fill).map(([key, part]: [string, unknown]) => {
      const isAddress = (key === 'src' || key === 'fallback') && typeof part === 'string' && !isDataUrl(part)
      return [key, isAddress ? escapeBraces(part) : part]
    }),
  )
}
