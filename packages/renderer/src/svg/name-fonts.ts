import { DEFAULT_FAMILY, SERIF_FAMILY, serifNames, withFallbacks } from '#renderer/fonts/fallback.ts'
import { everyElement, type SvgElement } from './svg-tree.ts'

const SANS = DEFAULT_FAMILY

/** A drawing whose text is in fonts that are there. */
export interface NamedFonts {
  readonly root: SvgElement
  /** The families that its text needs, and where they stand in for others. */
  readonly families: ReadonlySet<string>
  readonly weights: ReadonlySet<number>
  readonly hasItalic: boolean
}

/** Puts the text of a drawing into fonts of the renderer; undefined when there is none. */
export function nameFonts(root: SvgElement, isKnown: (family: string) => boolean): NamedFonts | undefined {
  const text = textIn(root)
  if (text === '') return undefined
  const weights = new Set([400])
  const named = new Set<string>()
  let hasItalic = false
  const renamed = (element: SvgElement): SvgElement => {
    const attributes = new Map(element.attributes)
    const weight = attributes.get('font-weight')
    if (weight !== undefined) weights.add(weightOf(weight))
    hasItalic ||= /italic|oblique/i.test(attributes.get('font-style') ?? '')
    const family = attributes.get('font-family')
    if (family !== undefined) {
      const used = familyFor(family, isKnown)
      named.add(used)
      attributes.set('font-family', used)
    }
    const children = element.children.map((child) => (typeof child === 'string' ? child : renamed(child)))
    return { name: element.name, attributes, children }
  }
  const changed = renamed(root)
  if (!changed.attributes.has('font-family')) changed.attributes.set('font-family', SANS)
  return {
    root: changed,
    families: new Set([...withFallbacks([SANS, SERIF_FAMILY], text), ...named]),
    weights,
    hasItalic,
  }
}

function textIn(root: SvgElement): string {
  const texts = [...everyElement(root)].flatMap(({ children }) => children.filter((child) => typeof child === 'string'))
  return texts.join('').trim()
}

function weightOf(weight: string): number {
  if (/^(bold|bolder)$/i.test(weight)) return 700
  const number = Math.round(Number(weight) / 100) * 100
  return Math.min(900, Math.max(100, number || 400))
}

/** The first family that is there, else the one that looks most like what was asked for. */
function familyFor(stack: string, isKnown: (family: string) => boolean): string {
  const names = stack.split(',').map((name) => name.replaceAll(/["']/g, '').trim())
  return names.find(isKnown) ?? (serifNames.test(stack) ? SERIF_FAMILY : SANS)
}
