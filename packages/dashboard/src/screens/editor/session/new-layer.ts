import type { Box, Size } from '@pictable/editor'
import type { TemplateLayer } from '@pictable/renderer/browser'
import { scaledLengths } from '#dashboard/screens/editor/properties/scaled-lengths.ts'

/** What a kind of layer looks like when it is inserted: useful before anything is changed. */
interface NewLayer<Layer> {
  readonly width: number
  readonly height: number
  make(box: Box): Layer
}

type NewLayers = { readonly [Type in TemplateLayer['type']]: NewLayer<Extract<TemplateLayer, { type: Type }>> }

const BLUE = '#4f46e5'
const INK = '#17171c'
const SAMPLE_DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="#4f46e5" d="M12 2l3 6.6 7 .8-5.2 4.8 1.4 7L12 17.8 5.8 21.2l1.4-7L2 9.4l7-.8z"/></svg>'

/** A group whose layers are where one puts them: a label on a ground. */
export const newGroup: NewLayer<Extract<TemplateLayer, { type: 'group' }>> = {
  width: 320,
  height: 160,
  make: (box) => ({
    ...{ type: 'group', name: 'Group', ...box },
    children: [
      { type: 'rectangle', name: 'Ground', width: box.width, height: box.height, fill: BLUE, radius: 16 },
      {
        ...{ type: 'text', name: 'Label', x: 16, y: 0, width: Math.max(1, box.width - 32), height: box.height },
        ...{ text: 'Label', fontSize: 40, fill: '#ffffff', align: 'center', verticalAlign: 'middle', fit: 'shrink' },
      },
    ],
  }),
}

/** Every kind, by its name in the format. */
export const newLayers: NewLayers = {
  text: {
    width: 400,
    height: 80,
    make: (box) => ({ type: 'text', name: 'Text', ...box, text: 'Text', fontSize: 48, fill: INK }),
  },
  image: {
    width: 320,
    height: 320,
    make: (box) => ({ type: 'image', name: 'Picture', ...box, src: { bind: 'Picture' }, onMissing: 'hide' }),
  },
  svg: { width: 160, height: 160, make: (box) => ({ type: 'svg', name: 'Drawing', ...box, svg: SAMPLE_DRAWING }) },
  rectangle: { width: 240, height: 160, make: (box) => ({ type: 'rectangle', name: 'Rectangle', ...box, fill: BLUE }) },
  ellipse: { width: 200, height: 200, make: (box) => ({ type: 'ellipse', name: 'Ellipse', ...box, fill: BLUE }) },
  polygon: {
    width: 200,
    height: 200,
    make: (box) => ({ type: 'polygon', name: 'Polygon', ...box, sides: 6, fill: BLUE }),
  },
  star: { width: 200, height: 200, make: (box) => ({ type: 'star', name: 'Star', ...box, points: 5, fill: BLUE }) },
  line: { width: 240, height: 1, make: (box) => ({ type: 'line', name: 'Line', ...box, color: INK, thickness: 4 }) },
  group: {
    width: 400,
    height: 120,
    make: ({ x, y }) => ({
      ...{ type: 'group', name: 'Row', x, y, width: 400, height: 120, layout: 'row', gap: 20 },
      children: ['First', 'Second'].map((name) => ({
        ...{ type: 'rectangle', name, width: 190, height: 120, fill: BLUE, radius: 12 },
      })),
    }),
  },
  'qr-code': {
    width: 200,
    height: 200,
    make: (box) => ({ type: 'qr-code', name: 'QR code', ...box, value: 'https://example.com' }),
  },
  // As narrow as shops scan it: bars of 0.25 mm at 300 dpi.
  barcode: {
    width: 360,
    height: 140,
    make: (box) => ({ type: 'barcode', name: 'Barcode', ...box, value: '4006381333931', format: 'ean-13' }),
  },
  rating: { width: 240, height: 48, make: (box) => ({ type: 'rating', name: 'Rating', ...box, value: 4 }) },
  chart: {
    width: 400,
    height: 240,
    make: (box) => ({
      ...{ type: 'chart', name: 'Chart', ...box, values: [12, 19, 8, 15], labels: ['Q1', 'Q2', 'Q3', 'Q4'] },
    }),
  },
  table: {
    width: 480,
    height: 200,
    make: (box) => ({
      ...{ type: 'table', name: 'Table', ...box },
      rows: [
        ['Item', 'Price'],
        ['Tea', '4.50'],
        ['Cake', '6.00'],
      ],
    }),
  },
  'path-text': {
    width: 280,
    height: 280,
    make: (box) => ({ type: 'path-text', name: 'Text on a path', ...box, text: 'Text on a path', fontSize: 32 }),
  },
}

/** Sides of a square as large as a page: between these, new layers are as large as usual. */
const PAGES_PX = { least: 480, most: 1500 }
/** Scanners need their modules as they are. */
const FIXED: ReadonlySet<string> = new Set(['qr-code', 'barcode'])

/** How much larger new layers are on a page: smaller on a banner, larger on paper. */
export function usualScale(page: Size, type?: TemplateLayer['type']): number {
  const side = Math.sqrt(page.width * page.height)
  if (type !== undefined && FIXED.has(type)) return 1
  return side / Math.min(PAGES_PX.most, Math.max(PAGES_PX.least, side))
}

export function usualSize(page: Size, type: TemplateLayer['type']): Size {
  const scale = usualScale(page, type)
  const { width, height } = newLayers[type]
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Letters are also scaled where a kind says nothing of them. */
const isScaled = (layer: object, key: string) => key === 'fontSize' || Object.hasOwn(layer, key)

/** A new layer, with letters, strokes and radii as the page needs them. */
export function newLayerIn(page: Size, type: TemplateLayer['type'], box: Box): TemplateLayer {
  const layer = newLayers[type].make(box)
  const scaled = scaledLengths(layer, usualScale(page, type))
    .filter(([key]) => isScaled(layer, key))
    .map(([key, value]) => [key, typeof value === 'number' ? Math.max(1, Math.round(value)) : value])
  return { ...layer, ...Object.fromEntries(scaled) }
}
