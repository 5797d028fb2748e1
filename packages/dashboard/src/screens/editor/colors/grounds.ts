import { type LabelPlace, placeOfLabel, type Read } from './place-of-label.ts'

/** What a colour is drawn on, and as what. */
export interface Ground {
  /** Which properties say how large it is written; undefined for shapes. */
  readonly font?: 'text' | 'header'
  /** Paints of the layer that lie between the colour and what is behind the layer, from the back. */
  readonly over?: readonly string[]
  /** What the colour is drawn on there cannot be said. */
  readonly isUnknown?: true
  /** Whether the colour is drawn on it; default: always. */
  readonly when?: (read: Read) => boolean
}

const shape: readonly Ground[] = [{}]
const letters: readonly Ground[] = [{ font: 'text', over: ['highlight'] }]
const squares: readonly Ground[] = [{ over: ['background'] }]
const rows: readonly Ground[] = [
  { font: 'text', over: ['fill'] },
  { font: 'text', over: ['fill', 'alternateFill'] },
]
/** `fill` begins below the titles. */
const titles: Ground = { font: 'header', over: ['headerFill'], when: (read) => read('showHeader') !== false }

const isReached = (read: Read) => ['progress', 'ring'].includes(String(read('chart')))
const labels = (place: LabelPlace, ground: Ground): Ground[] => [
  { font: 'text', ...ground, when: (read) => isReached(read) && placeOfLabel(read) === place },
]

/**
 * Of each colour of a layer, what it has to be told from; `kind.property` is for one kind of layer only. Null for what is
 * itself the ground of something, or is faint on purpose.
 */
const table: Readonly<Record<string, readonly Ground[] | null>> = {
  fill: shape,
  color: shape,
  'stroke.color': shape,
  'border.color': shape,
  'svg.stroke': shape,
  'text.fill': letters,
  /** Of a part of the text. */
  'text.text.color': letters,
  'path-text.fill': [{ font: 'text' }],
  'chart.textFill': [
    { font: 'text', when: (read) => !isReached(read) },
    ...labels(undefined, { isUnknown: true }),
    ...labels('hole', {}),
    ...labels('track', { over: ['trackFill'] }),
    ...labels('bar', { over: ['trackFill', 'colors.0'] }),
  ],
  /** What is reached is painted over the track. */
  'chart.colors': [{ over: ['trackFill'], when: isReached }, { when: (read) => !isReached(read) }],
  'table.textFill': [
    ...rows,
    { ...titles, when: (read) => titles.when?.(read) === true && read('headerTextFill') === undefined },
  ],
  'table.columns.textFill': rows,
  'table.headerTextFill': [titles],
  'qr-code.fill': squares,
  'qr-code.eyeFill': squares,
  'barcode.fill': squares,

  /** Parts of a drawing lie on each other. */
  'svg.colors': null,
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
export function groundsOf(kind: string, path: readonly (string | number)[]): readonly Ground[] | null | undefined {
  const names = path.filter((key) => typeof key === 'string')
  // A gradient or a fallback is told from the same as a colour in its place.
  for (let length = names.length; length > 0; length--) {
    const name = names.slice(0, length).join('.')
    const found = [`${kind}.${name}`, name].find((key) => Object.hasOwn(table, key))
    if (found !== undefined) return table[found]
  }
  return undefined
}
