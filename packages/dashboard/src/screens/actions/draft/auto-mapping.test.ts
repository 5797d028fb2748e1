import { describe, expect, test } from 'vitest'
import { autoMapping, fitOf, namesOf, plainName } from './auto-mapping.ts'
import type { TableField, Variable } from './types.ts'

function field(name: string, kind: TableField['kind'] = 'text'): TableField {
  return {
    id: `fld_${name}`,
    name,
    kind,
    computed: false,
    primary: false,
    operators: [],
    takes: [],
    format: null,
    link: null,
  }
}

function variable(name: string, kind: Variable['kind'] = 'text'): Variable {
  return { name, kind, layer: 'Layer', property: 'text' }
}

describe('autoMapping()', () => {
  test.each([
    ['the field of the same name', 'Price', 'number', ['Prix', 'Price'], 'Price'],
    ['whatever case, spaces and accents', 'product_name', 'text', ['Prodüct  Name'], 'Prodüct  Name'],
    ['the only field that ends alike', 'name', 'text', ['Product name', 'Price'], 'Product name'],
    ['nothing where two end alike', 'name', 'text', ['First name', 'Last name'], null],
    ['the only field that means the same', 'Name', 'text', ['SKU', 'Title', 'Price'], 'Title'],
    ['nothing where two mean the same', 'Name', 'text', ['Title', 'Headline'], null],
    ['nothing where no name is near', 'headline', 'text', ['Price'], null],
  ] as const)('takes %s', (_, name, kind, fields, expected) => {
    const mapping = autoMapping(
      namesOf([variable(name, kind)]),
      fields.map((one) => field(one)),
    )
    expect(mapping).toEqual({ [name]: expected === null ? { value: null } : { field: `fld_${expected}` } })
  })

  test('gives a picture the only field of files, never a number', () => {
    const fields = [field('photo', 'number'), field('Attachment', 'attachments')]
    expect(autoMapping(namesOf([variable('photo', 'image')]), fields)).toEqual({ photo: { field: 'fld_Attachment' } })
  })

  test('shows a field as its table does', () => {
    const price = { ...field('Price', 'number'), format: { type: 'currency', currency: 'USD' } as const }
    expect(autoMapping(namesOf([variable('price')]), [price])).toEqual({
      price: { field: 'fld_Price', formatted: true },
    })
  })

  test('keeps what was chosen before', () => {
    const kept = { title: { value: 'Fixed' }, old: { value: 1 } }
    expect(autoMapping(namesOf([variable('title')]), [field('title')], kept)).toEqual({ title: { value: 'Fixed' } })
  })
})

test('namesOf() has each name once, of its most demanding kind', () => {
  expect(namesOf([variable('rating'), variable('rating', 'number')])).toMatchObject([
    { name: 'rating', kind: 'number' },
  ])
})

test('fitOf() tells what cannot be', () => {
  expect(fitOf('image', field('A'))).toBe('doubtful')
  expect(fitOf('image', field('A', 'number'))).toBe('bad')
  expect(fitOf('text', field('A', 'date'))).toBe('good')
})

test('plainName() leaves what a name sounds like', () => {
  expect(plainName('Prix — Été_2')).toBe('prixete2')
})
