/** What a colour is told from, beside what is behind its layer. */
export interface Contrasted {
  /** Which properties say how large it is written; undefined for shapes. */
  readonly font?: 'text' | 'header'
  /** Paints of the layer under the colour, from the back. Several lists where rows differ. */
  readonly over?: readonly (readonly string[])[]
}

const shape: Contrasted = {}
const letters: Contrasted = { font: 'text', over: [['highlight']] }
const cells: Contrasted = { font: 'text', over: [['fill'], ['fill', 'alternateFill']] }
const squares: Contrasted = { over: [['background']] }

/**
 * Of each colour of a layer, what it has to be told from; `kind.property` is for one kind of layer only. Null for what is
 * itself the ground of something, or is faint on purpose.
 */
const table: Readonly<Record<string, Contrasted | null>> = {
  fill: shape,
  color: shape,
  colors: shape,
  'stroke.color': shape,
  'border.color': shape,
  'svg.stroke': shape,
  'text.fill': letters,
  /** Of a part of the text. */
  'text.text.color': letters,
  'path-text.fill': { font: 'text' },
  'chart.textFill': { font: 'text' },
  'table.textFill': cells,
  'table.columns.textFill': cells,
  'table.headerTextFill': { font: 'header', over: [['fill', 'headerFill']] },
  'qr-code.fill': squares,
  'qr-code.eyeFill': squares,
  'barcode.fill': squares,

  'group.fill': null,
  'table.fill': null,
  alternateFill: null,
  headerFill: null,
  background: null,
  highlight: null,
  'text.text.highlight': null,
  'shadow.color': null,
  trackFill: null,
  emptyFill: null,
  lineFill: null,
}

/** By the kind of a layer and the place of a colour in it; undefined for a colour that the table does not name. */
export function contrastedOf(kind: string, path: readonly (string | number)[]): Contrasted | null | undefined {
  const names = path.filter((key) => typeof key === 'string')
  // A gradient or a fallback is told from the same as a colour in its place.
  for (let length = names.length; length > 0; length--) {
    const name = names.slice(0, length).join('.')
    const found = [`${kind}.${name}`, name].find((key) => Object.hasOwn(table, key))
    if (found !== undefined) return table[found]
  }
  return undefined
}
