import type { PropertySchema, PropertySchemas } from '@pictable/renderer/property-schemas'

/** Parts of the inspector, from the top. */
export const sections = [
  'content',
  'place',
  'layout',
  'text',
  'look',
  'fill',
  'lines',
  'header',
  'effects',
  'more',
] as const
export type SectionName = (typeof sections)[number]

type OwnControlName =
  | 'chart-data'
  | 'code-content'
  | 'barcode-value'
  | 'table-rows'
  | 'table-columns'
  | 'drawing-colors'
  | 'anchor-box'
  | 'stack-box'
  | 'picture-choice'

/** How one property is shown; what is not said follows from its schema. */
interface Presentation {
  readonly section: SectionName
  readonly unit?: 'px' | '°' | '%' | 'em' | '×'
  /** Beside another one in the same line. */
  readonly isHalf?: boolean
  /** How far an arrow key or a pixel of the pointer goes, in the unit shown. */
  readonly step?: number
  /** The control that is made for it; `inside`: that of another property shows it. */
  readonly own?: OwnControlName | 'inside'
}

const px = { unit: 'px', isHalf: true } as const
const share = { unit: '%', isHalf: true } as const
const half = { isHalf: true } as const

/** In the order in which they are shown. `kind.property` is for one kind of layer only. */
const table: Readonly<Record<string, Presentation>> = {
  text: { section: 'content' },
  src: { section: 'content' },
  value: { section: 'content' },
  'rating.value': { section: 'content', isHalf: true, step: 0.5 },
  'rating.max': { section: 'content', ...half },
  'rating.step': { section: 'content', isHalf: true, step: 0.1 },
  format: { section: 'content' },
  'chart.format': { section: 'more' },
  chart: { section: 'content' },
  'qr-code.value': { section: 'content', own: 'code-content' },
  'barcode.value': { section: 'content', own: 'barcode-value' },
  'barcode.format': { section: 'content' },
  'chart.values': { section: 'content', own: 'chart-data' },
  'chart.labels': { section: 'content', own: 'inside' },
  min: { section: 'content', ...half },
  max: { section: 'content', ...half },
  'table.rows': { section: 'content', own: 'table-rows' },
  'table.columns': { section: 'content', own: 'table-columns' },
  shape: { section: 'content' },
  'path-text.path': { section: 'content', unit: 'px' },

  'page.width': { section: 'place', ...px },
  'page.height': { section: 'place', ...px },
  'page.background': { section: 'fill' },
  'page.locale': { section: 'place' },
  'page.name': { section: 'more' },
  fonts: { section: 'more' },

  x: { section: 'place', ...px },
  y: { section: 'place', ...px },
  width: { section: 'place', ...px },
  height: { section: 'place', ...px },
  rotation: { section: 'place', unit: '°', isHalf: true },
  flip: { section: 'place', ...half },
  sides: { section: 'look', ...half },
  'star.points': { section: 'look', ...half },
  'star.innerRadius': { section: 'look', ...share },
  radius: { section: 'place', unit: 'px' },
  circle: { section: 'place' },

  layout: { section: 'layout' },
  'group.align': { section: 'layout', ...half, own: 'stack-box' },
  justify: { section: 'layout', ...half, own: 'inside' },
  'group.gap': { section: 'layout', ...px, own: 'inside' },
  'group.fit': { section: 'layout', own: 'picture-choice' },
  'group.wrap': { section: 'layout' },
  'group.clip': { section: 'layout' },
  'group.padding': { section: 'layout', unit: 'px' },

  fontFamily: { section: 'text' },
  fontSize: { section: 'text', ...px },
  fontWeight: { section: 'text', isHalf: true, step: 100 },
  fontStyle: { section: 'text', ...half, own: 'picture-choice' },
  decoration: { section: 'text', ...half, own: 'picture-choice' },
  'table.verticalAlign': { section: 'text', ...half, own: 'picture-choice' },
  lineHeight: { section: 'text', unit: '×', isHalf: true, step: 0.05 },
  letterSpacing: { section: 'text', unit: 'em', isHalf: true, step: 0.01 },
  align: { section: 'text', own: 'picture-choice' },
  verticalAlign: { section: 'text', own: 'picture-choice' },
  fit: { section: 'text', own: 'picture-choice' },
  textFill: { section: 'text' },

  'image.fit': { section: 'look', ...half },
  'image.onMissing': { section: 'look', ...half },
  'svg.fit': { section: 'look', ...half },
  'svg.onMissing': { section: 'look', ...half },
  focalPoint: { section: 'look' },
  'image.zoom': { section: 'look', unit: '%', isHalf: true, step: 5 },
  errorLevel: { section: 'look', ...half },
  quietZone: { section: 'look', ...half },
  moduleShape: { section: 'look', ...half },
  eyeShape: { section: 'look', ...half },
  logo: { section: 'look' },
  logoSize: { section: 'look', ...share },
  showText: { section: 'look' },
  symbol: { section: 'look', ...half },
  'rating.gap': { section: 'look', ...px },
  'rating.align': { section: 'look', ...half, own: 'picture-choice' },
  'line.points': { section: 'more' },
  'line.color': { section: 'look' },
  'line.thickness': { section: 'look', ...px },
  cap: { section: 'look', ...half },
  join: { section: 'look', ...half },
  'line.radius': { section: 'look', ...px },
  startHead: { section: 'look', ...half },
  endHead: { section: 'look', ...half },
  headSize: { section: 'look', unit: '×', isHalf: true },
  'line.dash': { section: 'look', unit: 'px' },
  'path-text.startAt': { section: 'look', ...share },
  'path-text.align': { section: 'look', ...half, own: 'picture-choice' },
  'path-text.side': { section: 'look', ...half },
  reverse: { section: 'look' },
  'chart.innerRadius': { section: 'look', ...share },
  'chart.startAngle': { section: 'look', unit: '°', isHalf: true },
  'chart.legend': { section: 'look' },
  'chart.gap': { section: 'look', ...share },
  'chart.radius': { section: 'look', ...px },
  'chart.thickness': { section: 'look', ...px },
  horizontal: { section: 'look' },
  smooth: { section: 'look' },
  dots: { section: 'look' },
  axis: { section: 'look' },
  showValues: { section: 'look' },

  'svg.colors': { section: 'fill', own: 'drawing-colors' },
  fill: { section: 'fill' },
  emptyFill: { section: 'fill' },
  eyeFill: { section: 'fill' },
  background: { section: 'fill' },
  colors: { section: 'fill' },
  trackFill: { section: 'fill' },
  alternateFill: { section: 'fill' },
  highlight: { section: 'fill' },
  'svg.stroke': { section: 'fill' },

  lines: { section: 'lines', ...half },
  lineThickness: { section: 'lines', ...px },
  lineFill: { section: 'lines' },
  rowHeight: { section: 'lines', ...px },
  padding: { section: 'lines', unit: 'px' },

  showHeader: { section: 'header' },
  headerRow: { section: 'header' },
  headerFontFamily: { section: 'header' },
  headerFontSize: { section: 'header', ...px },
  headerFontWeight: { section: 'header', isHalf: true, step: 100 },
  headerTextFill: { section: 'header' },
  headerFill: { section: 'header' },

  opacity: { section: 'effects', ...share },
  blendMode: { section: 'effects', ...half },

  anchor: { section: 'place', own: 'anchor-box' },
  visible: { section: 'more' },
  onInvalid: { section: 'more' },
  rotationOrigin: { section: 'more' },
  svg: { section: 'more' },
  fallback: { section: 'more' },
  markup: { section: 'more' },
  minFontSize: { section: 'more', ...px },
  maxFontSize: { section: 'more', ...px },
  maxLines: { section: 'more', ...half },
  ellipsis: { section: 'more', ...half },
  wrap: { section: 'more' },
  hyphenate: { section: 'more' },
  balance: { section: 'more' },
  wordSpacing: { section: 'more', unit: 'em', isHalf: true, step: 0.01 },
  direction: { section: 'more', ...half },
  language: { section: 'more', ...half },
  fontVariations: { section: 'more' },
  fontFeatures: { section: 'more' },
}

/** Parts of a property, wherever they are. */
const parts: Readonly<Record<string, Omit<Presentation, 'section'>>> = {
  x: half,
  y: half,
  width: px,
  gap: px,
  blur: px,
  dash: { unit: 'px' },
  'shadow.x': px,
  'shadow.y': px,
  'shadow.blur': px,
  position: half,
  'stroke.cap': half,
  'stroke.join': half,
  'border.cap': half,
  'border.join': half,
  side: half,
  to: half,
  align: half,
  layer: {},
  mode: half,
  hue: { unit: '°', isHalf: true },
  brightness: { unit: '%', isHalf: true },
  contrast: { unit: '%', isHalf: true },
  saturate: { unit: '%', isHalf: true },
  grayscale: { unit: '%', isHalf: true },
  sepia: { unit: '%', isHalf: true },
  'filters.invert': { unit: '%', isHalf: true },
  angle: { unit: '°', isHalf: true },
  'rotationOrigin.x': share,
  'rotationOrigin.y': share,
  'focalPoint.x': share,
  zoom: { unit: '%', isHalf: true, step: 5 },
  'focalPoint.y': share,
  'center.x': share,
  'center.y': share,
  // Of a gradient: a share of the box.
  radius: share,
  'stops.offset': { unit: '%' },
  'points.x': share,
  'points.y': share,
  columns: half,
  gutter: px,
  margin: px,
  top: px,
  right: px,
  bottom: px,
  left: px,
  fontWeight: { isHalf: true, step: 100 },
}

export interface Shown {
  readonly name: string
  /** The property that it is a part of. */
  readonly parent?: string
  readonly schema: PropertySchema
  readonly section: SectionName
  readonly unit: string | undefined
  readonly isHalf: boolean
  readonly step: number
  /** Shown as this many times what is written. */
  readonly factor: number
  readonly own: Presentation['own']
}

const order = Object.keys(table)

function shown(name: string, schema: PropertySchema, found: Presentation): Shown {
  const { section, unit, isHalf = false, step = 1, own } = found
  return { name, schema, section, unit, isHalf, step, own, factor: unit === '%' ? 100 : 1 }
}

/** What may be absent as a whole, such as a shadow, is a section of its own. */
export function isAddition({ properties, default: usual, oneOf }: PropertySchema): boolean {
  return (properties !== undefined || oneOf !== undefined) && usual === undefined
}

/** The properties of a kind of layer in the order in which they are shown; new ones come last. */
export function shownProperties(type: string, schemas: PropertySchemas): readonly Shown[] {
  const keyOf = (name: string) => (Object.hasOwn(table, `${type}.${name}`) ? `${type}.${name}` : name)
  const place = (name: string) => {
    const at = order.indexOf(keyOf(name))
    return at < 0 ? order.length : at
  }
  return Object.keys(schemas)
    .toSorted((one, other) => place(one) - place(other))
    .map((name) => shown(name, schemas[name] ?? {}, table[keyOf(name)] ?? { section: 'more' }))
}

/** A part of a property, such as the width of a stroke. */
export function shownPart(parent: string, name: string, schema: PropertySchema): Shown {
  const found = parts[`${parent}.${name}`] ?? parts[name] ?? {}
  return { ...shown(name, schema, { section: 'more', ...found }), parent }
}

/** Of `%`: what a length is a share of. */
export function wholeOf(name: string, parent: { width: number; height: number }): number | undefined {
  if (name === 'x' || name === 'width') return parent.width
  return name === 'y' || name === 'height' ? parent.height : undefined
}
