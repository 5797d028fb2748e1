import { Resvg } from '@resvg/resvg-js'
import { parseXml, XmlElement } from '@rgrove/parse-xml'
import { type Matrix, multiply } from '#renderer/geometry/matrix.ts'
import { mixColors, readColor } from '#renderer/properties/color.ts'

export interface ShapeGradient {
  readonly type: 'linear' | 'radial'
  /** linear: x1, y1, x2, y2; radial: cx, cy, r, fx, fy. */
  readonly places: readonly number[]
  /** Places are parts of the box around the shape. */
  readonly isOfBox: boolean
  readonly matrix: Matrix
  readonly stops: readonly { readonly offset: number; readonly color: string }[]
}

export type ShapePaint = string | ShapeGradient

export interface ShapeStroke {
  readonly paint: ShapePaint
  readonly width: number
  readonly cap: 'butt' | 'round' | 'square'
  readonly join: 'miter' | 'round' | 'bevel'
  readonly miterLimit: number
  readonly dash: readonly number[]
  readonly dashOffset: number
}

export interface ShapePath {
  /** As in SVG, of absolute coordinates. */
  readonly d: string
  readonly matrix: Matrix
  readonly rule: 'nonzero' | 'evenodd'
}

/** What a canvas can draw: shapes at their place, in groups that are moved and cut. */
export type Shape =
  | (ShapePath & {
      readonly type: 'path'
      readonly fill: ShapePaint | undefined
      readonly stroke: ShapeStroke | undefined
      readonly strokeFirst: boolean
    })
  | {
      readonly type: 'group'
      readonly matrix: Matrix
      /** Shows only what is in one of these, and so on for those after it. */
      readonly clips: readonly (readonly ShapePath[])[]
      readonly children: readonly Shape[]
    }

/** A drawing as shapes. */
export interface SvgShapes {
  /** The part of the drawing that is seen. */
  readonly viewBox: readonly [x: number, y: number, width: number, height: number]
  readonly shapes: readonly Shape[]
  /** Drawing calls that it takes. */
  readonly calls: number
}

/** Larger ones make a larger file than their picture. */
const MAX_LENGTH = 4_000_000

const same: Matrix = [1, 0, 0, 1, 0, 0]

/** The drawing cannot be said in shapes. */
class Unsayable extends Error {}

/**
 * A safe drawing, its text outlined, as shapes. Undefined when it holds what only a bitmap can show: filters, masks,
 * patterns, pictures, blending, and see-through groups of more than one shape.
 */
export function readShapes(markup: string): SvgShapes | undefined {
  // usvg resolves styles, references, units and arcs: what it writes is small in words.
  const plain = new Resvg(markup, { font: { loadSystemFonts: false }, logLevel: 'off' }).toString()
  if (plain.length > MAX_LENGTH) return undefined
  const { root } = parseXml(plain)
  if (!root) return undefined
  const definitions = new Map<string, XmlElement>()
  for (const element of elementsIn(root)) {
    if (element.name !== 'defs') continue
    for (const definition of elementsIn(element)) definitions.set(definition.attributes.id ?? '', definition)
  }
  const { width = '0', height = '0', viewBox = `0 0 ${width} ${height}` } = root.attributes
  const [x = 0, y = 0, across = 0, down = 0] = numbersIn(viewBox)
  try {
    const shapes = shapesIn(root, { definitions, opacity: 1 })
    return { viewBox: [x, y, across, down], shapes, calls: callsOf(shapes) }
  } catch (error) {
    if (error instanceof Unsayable) return undefined
    throw error
  }
}

interface Scope {
  readonly definitions: ReadonlyMap<string, XmlElement>
  /** Of the groups around, which hold a single call. */
  readonly opacity: number
}

function shapesIn(element: XmlElement, scope: Scope): Shape[] {
  return elementsIn(element).flatMap((child): Shape[] => {
    if (child.name === 'defs') return []
    if (child.name === 'path') return [readPath(child, scope)]
    if (child.name === 'g') return [readGroup(child, scope)]
    throw new Unsayable()
  })
}

function readGroup(element: XmlElement, scope: Scope): Shape {
  const { opacity = '1', mask, filter, style = '', transform, 'clip-path': clipPath } = element.attributes
  const blends = /mix-blend-mode:\s*(?!normal)/.test(style)
  if (mask !== undefined || filter !== undefined || blends) throw new Unsayable()
  const children = shapesIn(element, { ...scope, opacity: scope.opacity * Number(opacity) })
  if (Number(opacity) !== 1 && callsOf(children) > 1) throw new Unsayable()
  return { type: 'group', matrix: matrixOf(transform), clips: readClips(clipPath, scope), children }
}

function readClips(reference: string | undefined, { definitions }: Scope): ShapePath[][] {
  const clips: ShapePath[][] = []
  for (let next = reference; next !== undefined; ) {
    const clip = definitions.get(idIn(next))
    if (!clip || clip.attributes.clipPathUnits === 'objectBoundingBox') throw new Unsayable()
    const outer = matrixOf(clip.attributes.transform)
    clips.push(clipPathsIn(clip, outer))
    next = clip.attributes['clip-path']
  }
  return clips
}

function clipPathsIn(element: XmlElement, outer: Matrix): ShapePath[] {
  return elementsIn(element).flatMap((child): ShapePath[] => {
    if (child.attributes['clip-path'] !== undefined) throw new Unsayable()
    const matrix = multiply(outer, matrixOf(child.attributes.transform))
    if (child.name === 'g') return clipPathsIn(child, matrix)
    if (child.name !== 'path') throw new Unsayable()
    return [{ d: child.attributes.d ?? '', matrix, rule: ruleOf(child.attributes['clip-rule']) }]
  })
}

function readPath({ attributes }: XmlElement, scope: Scope): Shape {
  const { d = '', fill = '#000000', stroke = 'none', transform } = attributes
  const opacityOf = (name: string) => Number(attributes[name] ?? 1) * scope.opacity
  const strokePaint = readPaint(stroke, opacityOf('stroke-opacity'), scope)
  return {
    type: 'path',
    d,
    matrix: matrixOf(transform),
    rule: ruleOf(attributes['fill-rule']),
    fill: readPaint(fill, opacityOf('fill-opacity'), scope),
    stroke:
      strokePaint !== undefined
        ? {
            paint: strokePaint,
            width: Number(attributes['stroke-width'] ?? 1),
            cap: oneOf(attributes['stroke-linecap'], ['butt', 'round', 'square'] as const),
            join: oneOf(attributes['stroke-linejoin'], ['miter', 'round', 'bevel'] as const),
            miterLimit: Number(attributes['stroke-miterlimit'] ?? 4),
            dash: readDash(attributes['stroke-dasharray'], strokePaint),
            dashOffset: Number(attributes['stroke-dashoffset'] ?? 0),
          }
        : undefined,
    strokeFirst: attributes['paint-order']?.startsWith('stroke') ?? false,
  }
}

/** The outline of a line, which a gradient fills, can have dashes of one length only. */
function readDash(value = '', paint: ShapePaint): number[] {
  const dash = numbersIn(value)
  if (typeof paint !== 'string' && dash.length > 2) throw new Unsayable()
  return dash
}

function readPaint(value: string, opacity: number, { definitions }: Scope): ShapePaint | undefined {
  if (value === 'none') return undefined
  if (!value.startsWith('url(')) return faded(value, opacity)
  const definition = definitions.get(idIn(value))
  if (!definition) throw new Unsayable()
  const { attributes, name } = definition
  const kind = { linearGradient: 'linear' as const, radialGradient: 'radial' as const }[name]
  if (!kind || (attributes.spreadMethod ?? 'pad') !== 'pad' || Number(attributes.fr ?? 0) !== 0) throw new Unsayable()
  const names = kind === 'linear' ? ['x1', 'y1', 'x2', 'y2'] : ['cx', 'cy', 'r', 'fx', 'fy']
  return {
    type: kind,
    places: names.map((each) => Number(attributes[each] ?? 0)),
    isOfBox: attributes.gradientUnits !== 'userSpaceOnUse',
    matrix: matrixOf(attributes.gradientTransform),
    stops: elementsIn(definition).map((stop) => ({
      offset: Number(stop.attributes.offset ?? 0),
      color: faded(stop.attributes['stop-color'] ?? '#000000', Number(stop.attributes['stop-opacity'] ?? 1) * opacity),
    })),
  }
}

function faded(color: string, opacity: number): string {
  const [red, green, blue, alpha] = readColor(color) ?? [0, 0, 0, 1]
  if (opacity === 1 && alpha === 1) return color
  const seen = [red, green, blue, alpha * opacity] as const
  return mixColors(seen, seen, 0)
}

function callsOf(shapes: readonly Shape[]): number {
  return shapes.reduce((sum, shape) => {
    if (shape.type === 'group') return sum + callsOf(shape.children)
    return sum + (shape.fill === undefined ? 0 : 1) + (shape.stroke === undefined ? 0 : 1)
  }, 0)
}

function elementsIn({ children }: XmlElement): XmlElement[] {
  return children.filter((child) => child instanceof XmlElement)
}

function idIn(reference: string): string {
  return /^url\(#(.*)\)$/.exec(reference)?.[1] ?? ''
}

function ruleOf(value: string | undefined): ShapePath['rule'] {
  return oneOf(value, ['nonzero', 'evenodd'] as const)
}

function oneOf<Name extends string>(value: string | undefined, names: readonly [Name, ...Name[]]): Name {
  const name = value === undefined ? names[0] : names.find((each) => each === value)
  if (name === undefined) throw new Unsayable()
  return name
}

function matrixOf(transform: string | undefined): Matrix {
  if (transform === undefined) return same
  const [a, b, c, d, e, f] = numbersIn(/^matrix\(([^)]*)\)$/.exec(transform)?.[1] ?? '')
  if (a === undefined || b === undefined || c === undefined || d === undefined || e === undefined || f === undefined) {
    throw new Unsayable()
  }
  return [a, b, c, d, e, f]
}

function numbersIn(text: string): number[] {
  return text.split(/[\s,]+/).flatMap((part) => (part === '' ? [] : [Number(part)]))
}
