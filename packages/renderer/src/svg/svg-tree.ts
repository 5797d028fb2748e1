/** An element of a drawing. Names are those of SVG, without prefix; `href` is both `href` and `xlink:href`. */
export interface SvgElement {
  readonly name: string
  readonly attributes: Map<string, string>
  children: (SvgElement | string)[]
}

/** The elements among the children. */
export function elementsIn({ children }: SvgElement): SvgElement[] {
  return children.filter((child) => typeof child !== 'string')
}

/** The element and everything in it, in the order of the document. */
export function* everyElement(element: SvgElement): Generator<SvgElement> {
  yield element
  for (const child of elementsIn(element)) yield* everyElement(child)
}

/** What resvg and librsvg read as CSS only. */
export const styleOnly: readonly string[] = ['isolation', 'mask-type', 'mix-blend-mode', 'paint-order']

/** The drawing as text, written anew: equal trees give equal text. */
export function writeSvg(root: SvgElement): string {
  const names = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
  return write(root).replace('<svg', `<svg ${names}`)
}

function write({ name, attributes, children }: SvgElement): string {
  const inside = children.map((child) => (typeof child === 'string' ? escapeText(child) : write(child))).join('')
  const head = `${name}${writeAttributes(attributes)}`
  return inside === '' ? `<${head}/>` : `<${head}>${inside}</${name}>`
}

function writeAttributes(attributes: ReadonlyMap<string, string>): string {
  const sorted = [...attributes].sort(([one], [other]) => (one < other ? -1 : 1))
  const style = sorted.filter(([name]) => styleOnly.includes(name)).map(([name, value]) => `${name}:${value}`)
  const plain = sorted
    .filter(([name]) => !styleOnly.includes(name))
    .map(([name, value]) => ` ${name === 'href' ? 'xlink:href' : name}="${escapeText(value)}"`)
  return `${plain.join('')}${style.length > 0 ? ` style="${escapeText(style.join(';'))}"` : ''}`
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

function escapeText(text: string): string {
  return text.replaceAll(/[&<>"\t\n\r]/g, (character) => escapes[character] ?? '')
}
