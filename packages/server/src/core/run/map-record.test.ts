import { describe, expect, test } from 'vitest'
import { fakeField } from '#core/fakes/fake-source.ts'
import type { FieldValue } from '#core/ports/source.ts'
import {
  bindNames,
  bindRecord,
  bindRecords,
  fieldsFor,
  labelOf,
  mapRecord,
  problemOfTexts,
  templateValueOf,
  warningsOfTexts,
} from './map-record.ts'

const fields = [fakeField('Title'), fakeField('Sold out', 'checkbox'), fakeField('Photo', 'attachments')]

describe('bindNames()', () => {
  test('takes the entry of the mapping, else the field of the same name whatever its case', () => {
    const mapping = { heading: { field: { id: 'fld_title', name: 'Title' } }, badge: { value: 'NEW' } }
    const { bindings, unbound } = bindNames(['heading', 'badge', 'PHOTO', 'PHOTO', 'price'], mapping, fields)
    expect(bindings).toEqual([
      { name: 'heading', from: { field: fields[0] } },
      { name: 'badge', from: { value: 'NEW' } },
      { name: 'PHOTO', from: { field: fields[2] } },
    ])
    expect(unbound).toEqual(['price'])
  })

  test('finds a mapped field by its last known name when its id is gone, and never another one', () => {
    const moved = bindNames(['x'], { x: { field: { id: 'fld_old', name: 'Title' } } }, fields)
    expect(moved.bindings).toEqual([{ name: 'x', from: { field: fields[0] } }])
    expect(bindNames(['Title'], { Title: { field: { id: 'fld_old', name: 'Old' } } }, fields).unbound).toEqual([
      'Title',
    ])
  })

  test('does not take properties of objects for entries', () => {
    expect(bindNames(['constructor'], {}, fields).unbound).toEqual(['constructor'])
  })
})

describe('bindRecord()', () => {
  const { bindings } = bindNames(['Title', 'Sold out', 'Photo'], {}, fields)

  test('reads nothing as null, and a box that is left out as not ticked', () => {
    const empty = { Title: null, 'Sold out': false, Photo: null }
    expect(bindRecord({ bindings, designs: [] }, { id: 'rec_1', fields: {} })).toEqual(empty)
    expect(
      bindRecord(
        { bindings, designs: [] },
        { id: 'rec_1', fields: { fld_title: '', fld_sold_out: false, fld_photo: [] } },
      ),
    ).toEqual(empty)
  })
})

describe('a text of the mapping', () => {
  const table = [...fields, fakeField('Price'), fakeField('Tags', 'multi_select'), fakeField('Language')]
  const cells = {
    fld_title: 'Pot',
    fld_price: 19.5,
    fld_tags: ['red', 'blue'],
    fld_photo: [{ url: 'https://files.example/a.png?signed', filename: 'a.png', expiresAt: '2030-01-01T00:00:00Z' }],
    fld_language: 'de',
  }
  const boundTo = (text: string, locale?: Parameters<typeof fieldsFor>[0]['locale']) => {
    const { bindings } = bindNames(['x', 'Language'], { x: { text } }, table)
    return bindRecord({ bindings, designs: [{ locale }] }, { id: 'rec_1', fields: cells })
  }

  test.each([
    ['{{Title}}: {{Price | currency:EUR}}', 'Pot: €19.50'],
    ['{{Tags}} | {{Tags | join:" & "}}', 'red, blue | red & blue'],
    ['{{Title || "none"}} \\{{Title}} {{[Sold out] ? "sold out" : "in stock"}}', 'Pot {{Title}} in stock'],
    ['', ''],
  ])('%s is %s', (text, expected) => {
    expect(boundTo(text).x).toBe(expected)
  })

  test('is written in the locale of the design, which a value may decide', async () => {
    const text = '{{Price | number:2}}'
    expect([boundTo(text).x, boundTo(text, 'de').x]).toEqual(['19.50', '19,50'])
    expect(boundTo(text, { bind: 'Language' }).x).toBe('19,50')
    expect(boundTo(text, { bind: 'None', fallback: 'de' }).x).toBe('19,50')
    const { bindings } = bindNames(['x'], { x: { text } }, table)
    const binder = { bindings, designs: [{ locale: 'de' }] }
    expect(await bindRecords(binder, [{ id: 'rec_1', fields: cells }])).toEqual([{ x: '19,50' }])
  })

  test('is written in the locale of each template', () => {
    const { bindings } = bindNames(
      ['x', 'y', 'Language'],
      { x: { text: '{{Price | number:2}}' }, y: { text: 'Pot' } },
      table,
    )
    const designs = [{}, { locale: 'en-GB' }, { locale: { bind: 'Language' } }, { locale: 'fr' }, { locale: 'de' }]
    const bound = bindRecord({ bindings, designs }, { id: 'rec_1', fields: cells })
    expect(mapRecord(bound)).toEqual({ x: '19.50', y: 'Pot', Language: 'de' })
    expect(designs.map((design) => mapRecord(fieldsFor(design, bound)).x)).toEqual([
      ...['19.50', '19.50', '19,50', '19,50', '19,50'],
    ])
    expect(
      Object.keys(bound.x && typeof bound.x === 'object' && 'inLocales' in bound.x ? (bound.x.inLocales ?? {}) : {}),
    ).toEqual(['de', 'fr'])
    expect(bound.y).toBe('Pot')
  })

  test('knows its fields by their ids, whatever they are called by now', () => {
    const entry = { text: '{{Name}} {{Cost}}', fields: { Name: { id: 'fld_title', name: 'Name' } } }
    const renamed = [fakeField('Title'), { ...fakeField('Price'), name: 'Cost' }]
    const { bindings } = bindNames(['x'], { x: entry }, renamed)
    expect(bindRecord({ bindings, designs: [] }, { id: 'rec_1', fields: cells })).toEqual({ x: 'Pot 19.5' })
  })

  test('keeps what a filter does not suit, with a warning', () => {
    const bound = boundTo('{{Title | currency:EUR}}')
    expect(mapRecord(bound).x).toBe('Pot')
    expect(problemOfTexts(bound)).toBeUndefined()
    expect(warningsOfTexts(bound)).toEqual([
      'the text of the mapping for "x": "Pot" is not a number, so it is shown unformatted',
    ])
  })

  test.each([
    ['{{Title * 2}}', 'at character 9: "Pot" is not a number, which "*" needs'],
    ['a {{Photo}}', 'at character 5: the field "Photo" contains files, not text'],
  ])('%s fails the record, and nothing else: %s', (text, message) => {
    const bound = boundTo(text)
    expect(mapRecord(bound)).toEqual({ x: null, Language: 'de' })
    expect(problemOfTexts(bound)).toMatchObject({ code: 'value_invalid', variable: 'x' })
    expect(problemOfTexts(bound)?.message).toContain(message)
  })

  test('that cannot be read is an error with its place', () => {
    expect(() => bindNames(['x'], { x: { text: '{{Title' } }, table)).toThrow(
      expect.objectContaining({ code: 'source_invalid', message: expect.stringContaining('at character 1') }),
    )
  })
})

describe('templateValueOf()', () => {
  test.each<[string, FieldValue, unknown]>([
    ['text', 'a', 'a'],
    ['a number', 2.5, 2.5],
    ['a number beyond doubles', '12345678901234567890', '12345678901234567890'],
    ['a tick', true, true],
    ['nothing', null, null],
    ['choices', ['red', 'blue'], 'red, blue'],
    [
      'links',
      [
        { id: 'rec_1', label: 'Pots' },
        { id: 'rec_2', label: 'Pans' },
      ],
      'Pots, Pans',
    ],
    [
      'pictures: the first',
      [
        { url: 'asset:a', filename: 'a.png' },
        { url: 'asset:b', filename: 'b.png' },
      ],
      'asset:a',
    ],
    ['JSON', { json: { a: [1] } }, '{"a":[1]}'],
    ['JSON text', { json: 'plain' }, 'plain'],
    ['an empty list', [], null],
  ])('gives %s', (_what, value, expected) => {
    expect(templateValueOf(value)).toEqual(expected)
    expect(mapRecord({ x: value })).toEqual({ x: expected })
  })
})

describe('labelOf()', () => {
  test('is the primary field as text, cut to 200 characters', () => {
    const [title] = fields
    expect(labelOf({ id: 'rec_1', fields: { fld_title: 7 } }, title)).toBe('7')
    expect(labelOf({ id: 'rec_1', fields: {} }, title)).toBe('')
    expect(labelOf({ id: 'rec_1', fields: { fld_title: ' \n' } }, title)).toBe('')
    expect(labelOf({ id: 'rec_1', fields: { fld_title: '😀'.repeat(300) } }, title)).toBe(`${'😀'.repeat(199)}…`)
  })
})
