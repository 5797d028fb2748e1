import { type Rgba, readColor } from '#renderer/properties/color.ts'
import { elementsIn, type SvgElement } from './svg-tree.ts'

/** Other colours for a drawing. */
export interface Recolor {
  /** In place of every fill there is; `none` stays. */
  readonly fill?: string | undefined
  readonly stroke?: string | undefined
  /** New colours by old ones, however these are written. */
  readonly colors?: Readonly<Record<string, string>> | undefined
}

const colorProperties = ['fill', 'stroke', 'stop-color', 'flood-color', 'lighting-color', 'color']
/** What names no colour. */
const BLACK = '#000000'
/** What these hold decides what is seen, not in which colour. */
const colorless = new Set(['mask', 'clipPath'])

/** The drawing in other colours. */
export function recolorSvg(root: SvgElement, { fill, stroke, colors = {} }: Recolor): SvgElement {
  const byOld = new Map(Object.entries(colors).flatMap(([old, fresh]) => mapping(old, fresh)))
  const black = byOld.get(keyOf([0, 0, 0, 1]))
  const replaced = (value: string) => {
    const old = readColor(value)
    return (old && byOld.get(keyOf(old))) ?? value
  }
  const change = (element: SvgElement): SvgElement => {
    if (colorless.has(element.name)) return element
    const attributes = new Map(element.attributes)
    for (const name of colorProperties) {
      const value = attributes.get(name)
      if (value !== undefined) attributes.set(name, replaced(value))
    }
    for (const [name, color] of [['fill', fill] as const, ['stroke', stroke] as const]) {
      if (color !== undefined && isPainted(attributes.get(name))) attributes.set(name, color)
    }
    const children = element.children.map((child) => (typeof child === 'string' ? child : change(child)))
    return { name: element.name, attributes, children }
  }
  const changed = change(root)
  // Whatever names no colour is black.
  const usual = fill ?? black
  if (usual !== undefined && !changed.attributes.has('fill')) changed.attributes.set('fill', usual)
  if (black !== undefined && !changed.attributes.has('color')) changed.attributes.set('color', black)
  return changed
}

const current = /^currentcolor$/i
const shapes = new Set(['path', 'rect', 'circle', 'ellipse', 'polygon', 'polyline', 'text'])
/** What these hold is seen, and has its usual fill, where it is used. */
const usedOnly = new Set(['defs', 'symbol'])
/** More cannot be told apart in a list. */
const MAX_COLORS = 100

/** What an element inherits. */
interface Around {
  readonly hasFill: boolean
  readonly hasColor: boolean
  readonly isUsedOnly: boolean
}

/** The colours of a drawing that `colors` can replace, as they are written in it, the most used first. */
export function ownColors(root: SvgElement, { fill, stroke }: Recolor = {}): readonly string[] {
  const uses = new Map<string, { readonly text: string; count: number }>()
  const note = (text: string) => {
    const color = readColor(text)
    if (!color || color[3] === 0) return
    const use = uses.get(keyOf(color)) ?? { text, count: 0 }
    use.count++
    uses.set(keyOf(color), use)
  }
  const targetOf = targetsIn(root)
  const unpainted = new Map<SvgElement | undefined, boolean>([[undefined, false]])
  /** Whether something in it takes the fill of where it is used. */
  const isUnpainted = (element: SvgElement | undefined): boolean => {
    const known = unpainted.get(element)
    if (known !== undefined || element === undefined) return known === true
    // A circle of uses ends here.
    unpainted.set(element, false)
    const { name, attributes } = element
    const inside = () => (name === 'use' ? isUnpainted(targetOf(element)) : elementsIn(element).some(isUnpainted))
    const found = !colorless.has(name) && !attributes.has('fill') && (shapes.has(name) || inside())
    unpainted.set(element, found)
    return found
  }
  const isReplaced = (name: string) => (name === 'fill' ? fill : name === 'stroke' ? stroke : undefined) !== undefined
  const visit = (element: SvgElement, around: Around): void => {
    const { name, attributes } = element
    if (colorless.has(name)) return
    const hasFill = around.hasFill || attributes.has('fill')
    const hasColor = around.hasColor || attributes.has('color')
    for (const property of colorProperties) {
      const value = attributes.get(property)
      if (value === undefined || isReplaced(property)) continue
      note(current.test(value) && !hasColor ? BLACK : value)
    }
    const isUsedOnly = around.isUsedOnly || usedOnly.has(name)
    const isBlack = () => shapes.has(name) || (name === 'use' && isUnpainted(targetOf(element)))
    if (!hasFill && !isUsedOnly && !isReplaced('fill') && isBlack()) note(BLACK)
    for (const child of elementsIn(element)) visit(child, { hasFill, hasColor, isUsedOnly })
  }
  visit(root, { hasFill: false, hasColor: false, isUsedOnly: false })
  const sorted = [...uses.values()].toSorted((one, other) => other.count - one.count)
  return sorted.slice(0, MAX_COLORS).map(({ text }) => text)
}

/** Finds what a `use` shows. */
function targetsIn(root: SvgElement): (use: SvgElement) => SvgElement | undefined {
  const byHref = new Map<string, SvgElement>()
  const note = (element: SvgElement): void => {
    const id = element.attributes.get('id')
    if (id !== undefined && !byHref.has(`#${id}`)) byHref.set(`#${id}`, element)
    for (const child of elementsIn(element)) note(child)
  }
  note(root)
  return ({ attributes }) => byHref.get(attributes.get('href') ?? '')
}

function mapping(old: string, fresh: string): [string, string][] {
  const color = readColor(old)
  return color ? [[keyOf(color), fresh]] : []
}

function keyOf(color: Rgba): string {
  return color.map((part) => Math.round(part * 255)).join()
}

function isPainted(value: string | undefined): boolean {
  return value !== undefined && !/^(none|transparent|inherit)$/i.test(value)
}
