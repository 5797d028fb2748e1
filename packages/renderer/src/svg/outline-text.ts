import { Resvg } from '@resvg/resvg-js'
import { outlineFonts } from '#renderer/fonts/bundled.ts'
import { DEFAULT_FAMILY, withFallbacks } from '#renderer/fonts/fallback.ts'
import { everyElement, type SvgElement, writeSvg } from './svg-tree.ts'

/** resvg reads neither WOFF2 nor coloured glyphs. */
const fonts = outlineFonts()
const families = new Set(fonts.map(({ family }) => family))

const SERIF = 'Noto Serif'
const SANS = DEFAULT_FAMILY

/**
 * The drawing with its text as outlines of bundled fonts: what draws it would take those of the system. No font is
 * read for a drawing without text.
 */
export function outlineText(root: SvgElement): string {
  const text = textIn(root)
  if (text === '') return writeSvg(root)
  const weights = new Set(['400'])
  let italic = false
  const renamed = (element: SvgElement): SvgElement => {
    const attributes = new Map(element.attributes)
    const weight = attributes.get('font-weight')
    if (weight !== undefined) weights.add(weightOf(weight))
    italic ||= /italic|oblique/i.test(attributes.get('font-style') ?? '')
    const family = attributes.get('font-family')
    if (family !== undefined) attributes.set('font-family', familyFor(family))
    const children = element.children.map((child) => (typeof child === 'string' ? child : renamed(child)))
    return { name: element.name, attributes, children }
  }
  const changed = renamed(root)
  if (!changed.attributes.has('font-family')) changed.attributes.set('font-family', SANS)
  const needed = new Set(withFallbacks([SANS, SERIF], text))
  const fontFiles = fonts
    .filter(({ family, weight, style }) => {
      return needed.has(family) && weights.has(String(weight)) && (style !== 'italic' || italic)
    })
    .map(({ path }) => path)
  const options = { font: { loadSystemFonts: false, fontFiles, defaultFontFamily: SANS }, logLevel: 'off' as const }
  return new Resvg(writeSvg(changed), options).toString()
}

function textIn(root: SvgElement): string {
  const texts = [...everyElement(root)].flatMap(({ children }) => children.filter((child) => typeof child === 'string'))
  return texts.join('').trim()
}

function weightOf(weight: string): string {
  if (/^(bold|bolder)$/i.test(weight)) return '700'
  const number = Math.round(Number(weight) / 100) * 100
  return String(Math.min(900, Math.max(100, number || 400)))
}

const serifs = /times|georgia|garamond|minion|palatino|cambria|baskerville|didot|bodoni|roman|(?<!sans[- ]?)serif/i

/** The first family that is there, else the one that looks most like what was asked for. */
function familyFor(stack: string): string {
  const names = stack.split(',').map((name) => name.replaceAll(/["']/g, '').trim())
  return names.find((name) => families.has(name)) ?? (serifs.test(stack) ? SERIF : SANS)
}
