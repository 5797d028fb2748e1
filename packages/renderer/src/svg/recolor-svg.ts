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
/** More cannot be told apart in a list. */
const MAX_COLORS = 100

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
  const isReplaced = (name: string) => (name === 'fill' ? fill : name === 'stroke' ? stroke : undefined) !== undefined
  const visit = (element: SvgElement, around: { readonly hasFill: boolean; readonly hasColor: boolean }): void => {
    const { name, attributes } = element
    if (colorless.has(name)) return
    const hasFill = around.hasFill || attributes.has('fill')
    const hasColor = around.hasColor || attributes.has('color')
    for (const property of colorProperties) {
      const value = attributes.get(property)
      if (value === undefined || isReplaced(property)) continue
      note(current.test(value) && !hasColor ? BLACK : value)
    }
    if (!hasFill && !isReplaced('fill') && shapes.has(name)) note(BLACK)
    for (const child of elementsIn(element)) visit(child, { hasFill, hasColor })
  }
  visit(root, { hasFill: false, hasColor: false })
  const sorted = [...uses.values()].toSorted((one, other) => other.count - one.count)
  return sorted.slice(0, MAX_COLORS).map(({ text }) => text)
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
