import { describe, expect, test } from 'vitest'
import { fakeField } from '#core/fakes/fake-source.ts'
import type { FieldValue } from '#core/ports/source.ts'
import { bindNames, bindRecord, labelOf, mapRecord, templateValueOf } from './map-record.ts'

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
    expect(bindRecord(bindings, { id: 'rec_1', fields: {} })).toEqual(empty)
    expect(
      bindRecord(bindings, { id: 'rec_1', fields: { fld_title: '', fld_sold_out: false, fld_photo: [] } }),
    ).toEqual(empty)
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
    expect(labelOf({ id: 'rec_1', fields: { fld_title: '😀'.repeat(300) } }, title)).toBe(`${'😀'.repeat(199)}…`)
  })
})
