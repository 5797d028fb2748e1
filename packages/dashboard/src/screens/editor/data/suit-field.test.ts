import { parseTemplate } from '@pictable/renderer/template'
import { describe, expect, test } from 'vitest'
import type { Field } from '#dashboard/screens/editor/typing/fields.ts'
import { kindForField, layerForField, slotFor } from './suit-field.ts'

const field = (name: string, kind: Field['kind'], value: unknown): Field => ({ name, kind, value })

const photo = field('Photo', 'attachments', null)
const price = field('Price', 'number', 24.5)
const title = field('Title', 'text', 'Teapot')
const shade = field('Shade', 'text', '#FF8800')
const rows = field('Items', 'json', '[{"Item":"Tea","Price":4}]')

describe('kindForField()', () => {
  test.each([
    [photo, 'image'],
    [field('Link', 'url', 'https://shop.example/a/teapot.JPG?w=200'), 'image'],
    [field('Cover', 'text', 'asset:ast_1'), 'image'],
    [field('Link', 'url', null), 'qr-code'],
    [field('Link', 'text', 'https://shop.example/teapot'), 'qr-code'],
    [field('EAN', 'text', '4006381333931'), 'barcode'],
    [field('Mean price', 'number', 4), 'text'],
    [field('Rating', 'number', 4.5), 'rating'],
    [field('Rating', 'number', null), 'rating'],
    [field('Rating', 'number', 87), 'text'],
    [rows, 'table'],
    [field('Sales', 'json', '[3, 5, 8]'), 'chart'],
    [field('Sales', 'json', '[]'), 'text'],
    [field('Note', 'text', '[draft'), 'text'],
    [field('Sold', 'checkbox', true), 'text'],
    [price, 'text'],
    [title, 'text'],
  ])('%j is shown as %s', (given, kind) => {
    expect(kindForField(given)).toBe(kind)
  })
})

test('slotFor() gives the property that takes a field, or none', () => {
  const propertyOf = (type: Parameters<typeof slotFor>[0], given: Field) => slotFor(type, given)?.property
  expect([propertyOf('text', title), propertyOf('text', price), propertyOf('text', photo)]).toEqual([
    'text',
    'text',
    undefined,
  ])
  for (const type of ['image', 'svg'] as const) {
    expect([propertyOf(type, photo), propertyOf(type, title)]).toEqual(['src', undefined])
  }
  expect([propertyOf('rectangle', shade), propertyOf('rectangle', title)]).toEqual(['fill', undefined])
  expect(slotFor('ellipse', photo)?.write({ bind: 'Photo' })).toEqual({ type: 'picture', src: { bind: 'Photo' } })
  expect([propertyOf('line', shade), propertyOf('rating', price), propertyOf('rating', title)]).toEqual([
    'color',
    'value',
    undefined,
  ])
  expect([propertyOf('table', rows), propertyOf('chart', rows), propertyOf('group', title)]).toEqual([
    'rows',
    'values',
    undefined,
  ])
})

const box = { x: 0, y: 0, width: 100, height: 40 }

test('layerForField() makes layers that the format takes, whatever the field is called', () => {
  const fields = [photo, price, title, shade, rows, field('EAN 13', 'text', '40063813'), field('{{a}} "b"', 'url', '')]
  const layers = fields.map((each, index) => ({
    ...layerForField(each, { box, locale: 'en' }),
    name: `Layer ${index}`,
  }))
  const { layers: parsed } = parseTemplate({ schema: 1, width: 400, height: 400, layers })
  expect(parsed.map(({ type }) => type)).toEqual(['image', 'text', 'text', 'text', 'table', 'barcode', 'qr-code'])
  const format = { type: 'currency', currency: 'USD', minimumDigits: 2, maximumDigits: 2 } as const
  const shown = layerForField({ ...price, format }, { box, locale: 'en' })
  expect(shown).toMatchObject({ type: 'text', text: { bind: 'Price', format } })
  expect(layers[5]).toMatchObject({ format: 'ean-8', value: { bind: 'EAN 13' } })
})
