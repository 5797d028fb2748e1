import { parseTemplate } from '@pictable/renderer/template'
import { describe, expect, test } from 'vitest'
import type { Modification } from '#core/ports/renderer.ts'
import { readModifications } from './read-modifications.ts'

const size = { width: 100, height: 100 }
const kinds = [
  'text',
  'image',
  'svg',
  'rectangle',
  'ellipse',
  'polygon',
  'star',
  'line',
  'rating',
  'qr-code',
  'barcode',
]
const design = parseTemplate({
  schema: 1,
  ...size,
  layers: [
    ...kinds.map((type) => ({ type, name: type, ...size })),
    { type: 'group', name: 'group', ...size, children: [{ type: 'text', name: 'inside', ...size }] },
  ],
})
const read = (...modifications: Modification[]) => readModifications(design, modifications)

describe('readModifications()', () => {
  test.each([
    [
      'text',
      { text: 'Hi', color: '#f00', background: '#000', font_family: 'Inter' },
      { text: 'Hi', fill: '#f00', highlight: '#000', fontFamily: 'Inter' },
    ],
    [
      'text',
      { fontSize: 12, text_align_h: 'center', text_align_v: 'center' },
      { fontSize: 12, align: 'center', verticalAlign: 'middle' },
    ],
    ['text', { text: 'Hi', color: null, background: null }, { text: 'Hi' }],
    ['inside', { content: 'Hi', hide: true }, { text: 'Hi', visible: false }],
    ['image', { image_url: 'https://example.com/a.jpg' }, { src: 'https://example.com/a.jpg' }],
    ['image', { src: 'asset:a', border_radius: 8, hidden: false }, { src: 'asset:a', radius: 8, visible: true }],
    ['svg', { imageUrl: 'asset:a', color: 'red' }, { src: 'asset:a', fill: 'red' }],
    ['rectangle', { background: 'red', blend_mode: 'multiply' }, { fill: 'red', blendMode: 'multiply' }],
    ['ellipse', { color: 'red' }, { fill: 'red' }],
    ['group', { backgroundColor: 'red' }, { fill: 'red' }],
    ['line', { background: 'red' }, { color: 'red' }],
    ['rating', { rating: 4.5, color: 'gold' }, { value: 4.5, fill: 'gold' }],
    ['qr-code', { target: 'https://example.com', color: 'navy' }, { value: 'https://example.com', fill: 'navy' }],
    ['barcode', { bar_code_data: '4006381333931' }, { value: '4006381333931' }],
  ])('understands what people send for a layer of the kind %s: %j', (name, given, expected) => {
    expect(read({ name, ...given })).toEqual([{ name, ...expected }])
  })

  test('points at every layer and property that is not there, and at what was said twice', () => {
    const wrong: Parameters<typeof read> = [
      { name: 'Titel', text: 'Hi' },
      { name: 'text', color_2: 'red', shift_x: 5 },
      { name: 'image', image_url: 'a', src: 'b' },
      { name: 'text', constructor: 'x', has_own_property: 'x' },
      { name: 'text', font_size: 'big', color: { expression: 'Colour' }, opacity: [1] },
    ]
    expect(() => read(...wrong)).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        errors: [
          { pointer: '/modifications/0/name', detail: expect.stringContaining('no layer named "Titel"') },
          { pointer: '/modifications/1/color_2', detail: expect.stringContaining('"fontFamily"') },
          { pointer: '/modifications/1/shift_x', detail: expect.stringContaining('has no property "shift_x"') },
          { pointer: '/modifications/2/src', detail: 'The property "src" of the layer "image" is given twice.' },
          ...['constructor', 'has_own_property'].map((key) => ({
            pointer: `/modifications/3/${key}`,
            detail: expect.stringContaining(`has no property "${key}"`),
          })),
          { pointer: '/modifications/4/font_size', detail: 'layer "text": fontSize: must be a number' },
          {
            pointer: '/modifications/4/color',
            detail: 'layer "text": fill: must be a value; write bindings and expressions into the template',
          },
          { pointer: '/modifications/4/opacity', detail: 'layer "text": opacity: must be a number' },
        ],
      }),
    )
  })
})
