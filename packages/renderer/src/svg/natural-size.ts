import { refused } from './svg-error.ts'
import type { SvgElement } from './svg-tree.ts'

/** The size of a drawing in pixels of CSS, and the attributes of its outermost element that make it so. */
export interface NaturalSize {
  readonly width: number
  readonly height: number
  readonly attributes: ReadonlyMap<string, string>
}

/** What browsers take for a picture that says nothing. */
const usualWidth = 300
const usualHeight = 150

const unitsPx = new Map([
  ['', 1],
  ['px', 1],
  ['pt', 96 / 72],
  ['pc', 16],
  ['in', 96],
  ['cm', 96 / 2.54],
  ['mm', 9.6 / 2.54],
  ['em', 16],
  ['rem', 16],
  ['ex', 8],
])

/**
 * As browsers size a picture: width and height where they are lengths, else by the shape of the view box. Without a view
 * box the size itself is one, so that the drawing grows with its layer.
 */
export function naturalSize({ attributes }: SvgElement): NaturalSize {
  const box = viewBoxOf(attributes.get('viewBox'))
  const [width, height] = [lengthOf(attributes.get('width')), lengthOf(attributes.get('height'))]
  const ratio = box ? box.width / box.height : usualWidth / usualHeight
  const size = {
    width: width ?? (height === undefined ? (box?.width ?? usualWidth) : box ? height * ratio : usualWidth),
    height: height ?? (width === undefined ? (box?.height ?? usualHeight) : box ? width / ratio : usualHeight),
  }
  if (size.width <= 0 || size.height <= 0) {
    throw refused('is an SVG without any size (its width, height or viewBox is 0 or less): set its size')
  }
  if (Math.max(size.width / size.height, size.height / size.width) > 10_000) {
    throw refused('is an SVG that is more than 10,000 times as long as it is wide: set its size')
  }
  return {
    ...size,
    attributes: new Map([
      ['x', '0'],
      ['y', '0'],
      ['width', String(size.width)],
      ['height', String(size.height)],
      ...(box ? [] : [['viewBox', `0 0 ${size.width} ${size.height}`] as const]),
    ]),
  }
}

function viewBoxOf(text: string | undefined): { width: number; height: number } | undefined {
  const numbers =
    text
      ?.trim()
      .split(/[\s,]+/)
      .map(Number) ?? []
  const [, , width = 0, height = 0] = numbers
  return numbers.length === 4 && numbers.every(Number.isFinite) && (text ?? '') !== '' ? { width, height } : undefined
}

/** Undefined for a share of what is around the picture, because nothing is. */
function lengthOf(text: string | undefined): number | undefined {
  const [, number, unit = ''] = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)([a-z]*)$/i.exec(text?.trim() ?? '') ?? []
  const factor = unitsPx.get(unit.toLowerCase())
  return number === undefined || factor === undefined ? undefined : Number(number) * factor
}
