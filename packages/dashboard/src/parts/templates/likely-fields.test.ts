import { expect, test } from 'vitest'
import { likelyFields } from './likely-fields.ts'

const record = (value: string | null) => ({
  record_id: 'rec_1',
  label: '',
  values: { It: value },
  because: [],
})

const photo = 'https://cdn.example/photos/IMG_2041.JPG?width=800'
const plain = 'https://cdn.example/p/2041'

test.each([
  ['url', [null, photo, photo], 'attachments'],
  ['text', [photo, ''], 'attachments'],
  ['url', [photo, plain], 'url'],
  ['url', [plain], 'url'],
  ['url', [null], 'url'],
  ['text', [photo, 'none'], 'text'],
  ['text', [''], 'text'],
] as const)('a field of kind %s with the values %j is of kind %s', (kind, values, found) => {
  const fields = [{ name: 'It', kind, format: null, link: null, field: 'It' }]
  expect(likelyFields(fields, values.map(record))).toMatchObject([{ name: 'It', kind: found }])
})

test.each([
  ['Photo URL', 'attachments'],
  ['photo_url_2', 'attachments'],
  ['productImage', 'attachments'],
  ['Imaginary', 'url'],
  ['Website', 'url'],
])('a field of URLs that is called %s is of kind %s', (name, found) => {
  const fields = [{ name, kind: 'url' as const, format: null, link: null, field: name }]
  for (const value of [null, plain]) {
    expect(likelyFields(fields, [{ ...record(null), values: { [name]: value } }])).toMatchObject([{ kind: found }])
  }
})

const decimals = { type: 'number', minimumDigits: 2, maximumDigits: 2 } as const
const sterling = { type: 'currency', currency: 'GBP' } as const

test.each([
  ['Price', 'number', null, decimals],
  ['sale_price', 'number', null, decimals],
  ['Price', 'number', sterling, sterling],
  ['Price', 'text', null, null],
  ['Price on request', 'checkbox', null, null],
  ['Total votes', 'number', null, null],
  ['Stock', 'number', null, null],
] as const)('a field that is called %s, of kind %s with the format %j, is shown as %j', (name, kind, format, shown) => {
  const [field] = likelyFields([{ name, kind, format, link: null, field: name }], [record(null)])
  expect(field?.format).toEqual(shown)
})
