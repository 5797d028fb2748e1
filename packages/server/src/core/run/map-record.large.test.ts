import { describe, expect, test } from 'vitest'
import { fakeField } from '#core/fakes/fake-source.ts'
import { bindNames, bindRecord, problemOfTexts } from './map-record.ts'

const fields = [fakeField('Title'), fakeField('Sold out', 'checkbox'), fakeField('Photo', 'attachments')]

describe('a text of the mapping', () => {
  const table = [...fields, fakeField('Price'), fakeField('Tags', 'multi_select'), fakeField('Language')]
  const cells = {
    fld_title: 'Pot',
    fld_price: 19.5,
    fld_tags: ['red', 'blue'],
    fld_photo: [{ url: 'https://files.example/a.png?signed', filename: 'a.png', expiresAt: '2030-01-01T00:00:00Z' }],
    fld_language: 'de',
  }

  test('works on no more than a bounded number of characters, all texts of a record together', () => {
    const text = `{{Title${' | title'.repeat(100)}}}`
    const names = Array.from({ length: 20 }, (_, at) => `x${at}`)
    const { bindings } = bindNames(names, Object.fromEntries(names.map((name) => [name, { text }])), table)
    const record = { id: 'rec_1', fields: { fld_title: 'ab '.repeat(1000) } }
    expect(problemOfTexts(bindRecord({ bindings, designs: [] }, record))?.message).toContain(
      'too long for the filters and "+" of this text',
    )
    const short = { id: 'rec_1', fields: { fld_title: 'ab' } }
    expect(problemOfTexts(bindRecord({ bindings, designs: [] }, short))).toBeUndefined()
  })

  test('lets the locales of all templates of a record work on no more than that', () => {
    const localeThat = (result: string) => ({ expression: `(Title${' | title'.repeat(20)}) && ${result}` })
    const designs = [{}, { locale: localeThat('"de"') }, { locale: localeThat('"fr"') }]
    const { bindings } = bindNames(['x', 'Title'], { x: { text: '{{Price | number:2}}' } }, table)
    const inLocales = (title: string) => {
      const { x } = bindRecord({ bindings, designs }, { id: 'rec_1', fields: { ...cells, fld_title: title } })
      return Object.keys(x && typeof x === 'object' && 'inLocales' in x ? (x.inLocales ?? {}) : {})
    }
    expect([inLocales('ab'), inLocales('ab '.repeat(1000))]).toEqual([['de', 'fr'], ['de']])
  })
})
