import { describe, expect, test } from 'vitest'
import { createFakeDigest } from '#core/fakes/digest.ts'
import type { Font } from '#core/font/font.ts'
import { createFingerprint, type FingerprintOptions } from './fingerprint.ts'
import type { Fields } from './map-record.ts'

const options: FingerprintOptions = {
  digest: createFakeDigest(),
  templateId: 'tpl_1',
  templateVersion: 3,
  design: { schema: 1, name: '', width: 8, height: 8, layers: [] },
  output: { formats: ['png'] },
  fonts: [],
  outputRevision: 1,
}
const of = (fields: Fields, change: Partial<FingerprintOptions> = {}) =>
  createFingerprint({ ...options, ...change })(fields)

const photo = { id: 'att_1', url: 'https://cdn.example/a.png?sig=1', filename: 'a.png', sizeBytes: 9 }

describe('createFingerprint()', () => {
  test.each<[string, Fields, Fields]>([
    ['the order of the names', { a: 1, b: 2 }, { b: 2, a: 1 }],
    ['how characters are composed', { a: 'é' }, { a: 'e\u0301' }],
    ['how lines end', { a: 'x\r\ny' }, { a: 'x\ny' }],
    ['the address of a picture with an id', { a: [photo] }, { a: [{ ...photo, url: 'https://cdn.example/b?sig=2' }] }],
    [
      'the signature in the address of a picture without one',
      { a: [{ url: 'https://c.example/a?sig=1', filename: 'a', expiresAt: '2026-03-01T12:00:00Z' }] },
      { a: [{ url: 'https://c.example/a?sig=2', filename: 'a', expiresAt: '2026-03-01T14:00:00Z' }] },
    ],
    ['pictures behind the first', { a: [photo] }, { a: [photo, { ...photo, id: 'att_2' }] }],
    ['ids of links', { a: [{ id: '1', label: 'Pots' }] }, { a: [{ id: '2', label: 'Pots' }] }],
    ['empty or nothing', { a: '' }, { a: null }],
  ])('does not change with %s', (_what, one, other) => {
    expect(of(one)).toBe(of(other))
  })

  test.each<[string, Fields, Fields]>([
    ['a value', { a: 'x' }, { a: 'y' }],
    ['a name', { a: 'x' }, { b: 'x' }],
    ['the kind of a value', { a: '1' }, { a: 1 }],
    ['the picture', { a: [photo] }, { a: [{ ...photo, id: 'att_2' }] }],
    ['the asset', { a: [{ url: 'asset:a', filename: 'a' }] }, { a: [{ url: 'asset:b', filename: 'a' }] }],
    [
      'the query of an address that does not expire',
      { a: [{ url: 'https://c.example/code?data=1', filename: 'code' }] },
      { a: [{ url: 'https://c.example/code?data=2', filename: 'code' }] },
    ],
    ['where one value ends', { a: 'x', b: 'yz' }, { a: 'xy', b: 'z' }],
  ])('changes with %s', (_what, one, other) => {
    expect(of(one)).not.toBe(of(other))
  })

  test('is that of the text of a mapping, as if a field contained it', () => {
    expect(of({ a: { text: 'x', problems: ['"x" is not a number'] } })).toBe(of({ a: 'x' }))
    expect(of({ a: { text: null, problems: ['at character 1: …'] } })).not.toBe(of({ a: null }))
  })

  test('changes with what is changed in the image of a record alone, and only then', () => {
    const digest = createFingerprint(options)
    const red = [{ name: 'Title', fill: 'red' }]
    const plain = digest({ a: 'x' })
    expect(digest({ a: 'x' }, [])).toBe(plain)
    const changed = [red, [{ name: 'Title', fill: 'blue' }], [{ name: 'Band', fill: 'red' }], [...red, ...red]]
    expect(new Set([plain, ...changed.map((each) => digest({ a: 'x' }, each))]).size).toBe(5)
    expect(digest({ a: 'x' }, [{ ...red[0], name: 'Title' }])).toBe(digest({ a: 'x' }, red))
  })

  test('stays what earlier releases made of pictures whose address has no query', () => {
    const address = 'https://c.example/a.png'
    const known = { id: 'fnt_1', url: 'asset:fnt_1', filename: 'a.png' }
    expect(of({ a: [{ url: address, filename: 'a.png', sizeBytes: 9 }], b: [known] })).toBe(
      options.digest.sha256(
        JSON.stringify([1, 'tpl_1', 3, 1, [['png'], null, null]]) +
          JSON.stringify([
            ['a', { filename: 'a.png', sizeBytes: 9, address }],
            ['b', { id: 'fnt_1' }],
          ]),
      ),
    )
  })

  test('changes with template, version, output and the revision of the renderer', () => {
    const fields = { a: 'x' }
    const prints = [
      of(fields),
      of(fields, { templateId: 'tpl_2' }),
      of(fields, { templateVersion: 4 }),
      of(fields, { output: { formats: ['webp'] } }),
      of(fields, { output: { formats: ['png'], quality: 80 } }),
      of(fields, { output: { formats: ['png'], effort: 'fast' } }),
      of(fields, { output: { formats: ['png'], effort: 'small' } }),
      of(fields, { output: { formats: ['png'], scale: 2 } }),
      of(fields, { output: { formats: ['png'], encoding: { png: { colors: 16 } } } }),
      of(fields, { outputRevision: 2 }),
    ]
    expect(new Set(prints).size).toBe(prints.length)
  })

  test('is the same for balanced effort and for none', () => {
    expect(of({ a: 'x' }, { output: { formats: ['png'], effort: 'balanced' } })).toBe(of({ a: 'x' }))
  })

  test('changes with the file of a font that the design or the record names, and with no other', () => {
    const font = (family: string, hash: string): Font => ({
      id: `fnt_${family}`,
      family,
      weight: 400,
      style: 'normal',
      filename: 'a.ttf',
      contentType: 'font/ttf',
      hash,
      sizeBytes: 1,
      facts: { format: 'ttf', family, weight: 400, style: 'normal', axes: [], glyphs: 1, scripts: [], sample: '' },
      createdAt: new Date(0),
    })
    const words = { type: 'text' as const, name: 'Words', width: 8, height: 8, text: 'a', fontFamily: 'Brand' }
    const design = { ...options.design, layers: [words] }
    const plain = of({ a: 'x' }, { design })
    const branded = of({ a: 'x' }, { design, fonts: [font('Brand', 'one')] })
    expect(branded).not.toBe(plain)
    expect(of({ a: 'x' }, { design, fonts: [font('Brand', 'two')] })).not.toBe(branded)
    expect(of({ a: 'x' }, { design, fonts: [font('Brand', 'one'), font('Other', 'three')] })).toBe(branded)
    const marked = { a: '[x](font="Other")' }
    expect(of(marked, { design, fonts: [font('Other', 'three')] })).not.toBe(of(marked, { design }))
  })
})
