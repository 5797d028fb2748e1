import { shapeNames } from './allowed.ts'
import { idIn } from './clean-value.ts'
import { type Measure, measurePath, measurePoints } from './path-measure.ts'
import { quoted, tooMuch } from './svg-error.ts'
import { elementsIn, type SvgElement } from './svg-tree.ts'

const MAX_INSTANCES = 50_000
const MAX_NESTING = 200
const MAX_DASHES = 200_000
/** Of outlines with themselves; 5,000 lines across and across the same place have half of it. */
const MAX_CROSSINGS = 50_000_000
const MAX_TEXT = 20_000

/** What it takes to draw something once all references are followed. */
export interface Effort {
  /** Nanoseconds per pixel of the picture for what is drawn apart: filters, masks, groups that one can see through. */
  readonly perPixel: number
  /** The most surfaces of the size of the picture that are needed at once. */
  readonly surfaces: number
}

/** What an element takes over from the ones around it. */
interface Inherited {
  readonly properties: Properties
  /** The ids on the way here. */
  readonly trail: readonly string[]
  readonly nesting: number
  readonly surfaces: number
}

const inheritedNames = ['fill', 'stroke', 'stroke-dasharray', 'marker-start', 'marker-mid', 'marker-end', 'font-size']
const definitions = new Set([
  'defs',
  'symbol',
  'pattern',
  'clipPath',
  'mask',
  'marker',
  'filter',
  'linearGradient',
  'radialGradient',
])

type Properties = ReadonlyMap<string, string>

/** An element that can be referred to, and what it takes over where it stands. */
interface Named {
  readonly element: SvgElement
  readonly properties: Properties
}

interface Walk {
  readonly byId: ReadonlyMap<string, Named>
  readonly measures: WeakMap<SvgElement, Measure>
  readonly total: { instances: number; characters: number; crossings: number; perPixel: number; surfaces: number }
}

/** Walks the drawing as it will be drawn, every use anew. Throws a RenderError when it goes in a circle or never ends. */
export function effortOf(root: SvgElement): Effort {
  const byId = new Map<string, Named>()
  collect(root, new Map(), byId)
  const total = { instances: 0, characters: 0, crossings: 0, perPixel: 0, surfaces: 0 }
  visit({ byId, measures: new WeakMap(), total }, root, { properties: new Map(), trail: [], nesting: 0, surfaces: 1 })
  return { perPixel: total.perPixel, surfaces: total.surfaces }
}

function collect(element: SvgElement, properties: Properties, byId: Map<string, Named>): void {
  const id = element.attributes.get('id')
  if (id !== undefined && !byId.has(id)) byId.set(id, { element, properties })
  const inherited = withOwn(properties, element)
  for (const child of elementsIn(element)) collect(child, inherited, byId)
}

function visit(walk: Walk, element: SvgElement, outer: Inherited): void {
  const { attributes, name, children } = element
  const { total } = walk
  if (outer.nesting > MAX_NESTING) throw tooMuch('is an SVG with too deeply nested references; simplify it')
  const apart = passesOf(element)
  const inherited = inherit(element, outer, apart > 0 ? 1 : 0)
  count(total, { instances: 1, characters: lettersIn(element) })
  total.perPixel += apart + (name.startsWith('fe') ? filterCost(element) : 0)
  total.surfaces = Math.max(total.surfaces, inherited.surfaces)
  const href = attributes.get('href')
  if (href?.startsWith('#')) refer(walk, href.slice(1), { ...inherited, isUsed: name === 'use' })
  for (const property of ['clip-path', 'mask', 'filter']) refer(walk, idIn(attributes.get(property)), inherited)
  if (shapeNames.has(name) || name === 'text') paint(walk, element, inherited)
  for (const child of children) {
    if (typeof child !== 'string' && !definitions.has(child.name)) visit(walk, child, inherited)
  }
}

/** What is used takes over from where it is used; everything else from where it stands. */
function refer(walk: Walk, id: string | undefined, inherited: Inherited & { isUsed?: boolean }): void {
  const target = id === undefined ? undefined : walk.byId.get(id)
  if (id === undefined || !target) return
  const { trail } = inherited
  if (trail.includes(id)) {
    const circle = [...trail.slice(trail.indexOf(id)), id].map((each) => `#${each.slice(0, 40)}`).slice(-6)
    const parts = circle.join(' -> ')
    throw tooMuch(`is an SVG whose parts refer to each other in a circle (${parts}): remove one of the references`)
  }
  const properties = inherited.isUsed ? inherited.properties : target.properties
  const { nesting, surfaces } = inherited
  visit(walk, target.element, { properties, nesting, surfaces, trail: [...trail, id] })
}

function paint(walk: Walk, element: SvgElement, inherited: Inherited): void {
  const { total, measures } = walk
  const { properties } = inherited
  const measure = measures.get(element) ?? measureShape(element)
  measures.set(element, measure)
  total.crossings += measure.crossings ** 2
  if (total.crossings > MAX_CROSSINGS) {
    const place = `<${element.name}>`
    throw tooMuch(`is an SVG with an outline that crosses itself too often (${place}); simplify it, or save it as PNG`)
  }
  checkDashes(properties.get('stroke-dasharray'), element, measure)
  refer(walk, idIn(properties.get('fill')), inherited)
  refer(walk, idIn(properties.get('stroke')), inherited)
  const before = total.instances
  for (const end of ['marker-start', 'marker-mid', 'marker-end']) refer(walk, idIn(properties.get(end)), inherited)
  count(total, { instances: (total.instances - before) * (measure.vertices - 1), characters: 0 })
}

function count(total: Walk['total'], more: { instances: number; characters: number }): void {
  total.instances += more.instances
  total.characters += more.characters
  if (total.instances > MAX_INSTANCES) {
    throw tooMuch(`is an SVG with more than ${MAX_INSTANCES} shapes after its references are resolved; simplify it`)
  }
  if (total.characters > MAX_TEXT) {
    const advice = 'convert the text to outlines, or save it as PNG'
    throw tooMuch(`is an SVG with more than ${MAX_TEXT} characters of text; ${advice}`)
  }
}

function lettersIn({ children }: SvgElement): number {
  return children.reduce((sum, child) => sum + (typeof child === 'string' ? child.length : 0), 0)
}

function withOwn(properties: Properties, { attributes }: SvgElement): Properties {
  const own = inheritedNames.flatMap((name) => {
    const value = attributes.get(name)
    return value === undefined || value === 'inherit' ? [] : [[name, value] as const]
  })
  return own.length > 0 ? new Map([...properties, ...own]) : properties
}

function inherit(element: SvgElement, outer: Inherited, apart: 0 | 1): Inherited {
  return {
    ...outer,
    properties: withOwn(outer.properties, element),
    nesting: outer.nesting + 1,
    surfaces: outer.surfaces + apart,
  }
}

/** Measured with librsvg 2.63: nanoseconds per pixel for what an element needs beside its shapes. */
function passesOf({ attributes }: SvgElement): number {
  const has = (property: string, usual: string) => ![undefined, usual].includes(attributes.get(property))
  if (has('filter', 'none')) return 10
  if (has('mask', 'none')) return 3
  return has('opacity', '1') || has('mix-blend-mode', 'normal') || has('isolation', 'auto') ? 0.3 : 0
}

const filterCosts = new Map([
  ['feTurbulence', 250],
  ['feDisplacementMap', 1500],
  ['feDiffuseLighting', 150],
  ['feSpecularLighting', 150],
  ['feGaussianBlur', 80],
  ['feDropShadow', 150],
])

/** As if it covered the whole picture. */
function filterCost(element: SvgElement): number {
  const { attributes, name } = element
  const numbers = (attribute: string) => (attributes.get(attribute)?.match(/[\d.]+(?:e[+-]?\d+)?/gi) ?? []).map(Number)
  const most = (attribute: string, limit: number) => {
    const value = Math.max(0, ...numbers(attribute))
    if (value <= limit) return value
    throw tooMuch(
      `is an SVG with a too expensive filter (${attribute}=${quoted(String(value))} in <${name}>); the maximum is ${limit}`,
    )
  }
  if (name === 'feMorphology') return 400 * (1 + most('radius', 100))
  if (name === 'feTurbulence') return 250 * Math.max(1, most('numOctaves', 10))
  if (name === 'feConvolveMatrix') return 30 * (most('order', 15) || 3) ** 2
  if (name === 'feGaussianBlur' || name === 'feDropShadow') most('stdDeviation', 1000)
  return filterCosts.get(name) ?? 40
}

function measureShape({ name, attributes, children }: SvgElement): Measure {
  if (name === 'path') return measurePath(attributes.get('d') ?? '')
  if (name.startsWith('poly')) return measurePoints(attributes.get('points') ?? '')
  const number = (key: string) => Math.abs(Number.parseFloat(attributes.get(key) ?? '0')) || 0
  const sides = ['x', 'y', 'x1', 'y1', 'x2', 'y2', 'width', 'height', 'r', 'rx', 'ry'].map(number)
  const letters = name === 'text' ? 100 * children.length : 1
  return { length: 8 * letters * sides.reduce((sum, side) => sum + side, 0), crossings: 2, vertices: 2 }
}

function checkDashes(dashes: string | undefined, { name }: SvgElement, { length }: Measure): void {
  const lengths = (dashes?.match(/\d*\.?\d+(?:e[+-]?\d+)?/gi) ?? []).map(Number)
  const period = lengths.reduce((sum, each) => sum + each, 0)
  if (period > 0 && (length / period) * lengths.length > MAX_DASHES) {
    throw tooMuch(`is an SVG with more than ${MAX_DASHES} dashes along a line (<${name}>); use longer dashes`)
  }
}
