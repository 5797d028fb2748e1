import { everyElement, type SvgElement } from './svg-tree.ts'

/** Where a pattern says that its tiles begin, and how they are turned. */
interface Place {
  readonly x: string
  readonly transform: string
}

/**
 * resvg fits a pattern to the text that it fills by stretching it, and all that is in it. So it is shown patterns that are
 * not moved or turned, each with a number in place of its `x`. @returns what puts them right in the text that it writes
 */
export function numberPatterns(root: SvgElement): (markup: string) => string {
  const patterns = [...everyElement(root)].filter(({ name }) => name === 'pattern')
  const byReference = new Map(patterns.map((pattern) => [`#${pattern.attributes.get('id') ?? ''}`, pattern]))
  const inherited = (pattern: SvgElement, name: string) => findAlong(pattern, name, byReference)
  const places = patterns.map((pattern): Place => {
    return { x: inherited(pattern, 'x') ?? '0', transform: inherited(pattern, 'patternTransform') ?? '' }
  })
  for (const [number, { attributes }] of patterns.entries()) {
    attributes.set('x', String(number))
    attributes.delete('patternTransform')
  }
  return (markup) =>
    markup.replaceAll(
      /<pattern ([^<>]*[^/<>])>((?:(?!<pattern )[\s\S])*?)<\/pattern>/g,
      (_, written: string, inside: string) => {
        const attributes = new Map(
          [...written.matchAll(/(?<![\w-])([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
        )
        const place = places[Number(attributes.get('x'))]
        const content = place ? put(attributes, place, inside) : inside
        return `<pattern ${[...attributes].map(([name, value]) => `${name}="${value}"`).join(' ')}>${content}</pattern>`
      },
    )
}

/** What nobody uses may refer to each other in a circle or without end; what is used has been refused before that. */
const MOST_REFERENCES = 200

/** An attribute of a pattern, or of the first that it refers to which has it. */
function findAlong(
  pattern: SvgElement,
  name: string,
  byReference: ReadonlyMap<string, SvgElement>,
): string | undefined {
  let from: SvgElement | undefined = pattern
  for (let steps = 0; from && steps < MOST_REFERENCES; steps++) {
    const value: string | undefined = from.attributes.get(name)
    if (value !== undefined) return value
    from = byReference.get(from.attributes.get('href') ?? '')
  }
  return undefined
}

/** Puts a pattern to its place; in the box of the text that it fills, if resvg has stretched it to one. */
function put(attributes: Map<string, string>, { x, transform }: Place, inside: string): string {
  const box = attributes
    .get('patternTransform')
    ?.match(/-?[\d.]+(?:e[+-]?\d+)?/g)
    ?.map(Number)
  attributes.set('x', x)
  attributes.delete('patternTransform')
  if (transform !== '') attributes.set('patternTransform', transform)
  if (!box) return inside
  const [width = 1, , , height = 1, left = 0, top = 0] = box
  const share = (name: string) =>
    Number.parseFloat(attributes.get(name) ?? '0') * (attributes.get(name)?.endsWith('%') ? 0.01 : 1)
  attributes.set('x', String(left + share('x') * width))
  attributes.set('y', String(top + share('y') * height))
  attributes.set('width', String(share('width') * width))
  attributes.set('height', String(share('height') * height))
  if (!attributes.delete('patternContentUnits')) return inside
  return `<g transform="scale(${width} ${height})">${inside}</g>`
}
