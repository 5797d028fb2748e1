import { fileFormats, fileTypes } from '@pictable/model/image'
import { describe, expect, test } from 'vitest'
import { createNameFiles, type NamedValues } from './name-files.ts'

const named = (pattern: string, values: NamedValues, output: string | null = null) =>
  createNameFiles({ pattern, fields: {} })(values)(output)

describe('createNameFiles()', () => {
  test.each<[string, string, NamedValues, string | null]>([
    ['fills the fields', '{{SKU}}-{{Name}}', { SKU: 'T-1', Name: 'Teapot' }, 'T-1-Teapot'],
    ['leaves the extension to each file', '{{SKU}}.jpg', { SKU: 'T-1' }, 'T-1'],
    ['keeps a dot inside', '{{SKU}}', { SKU: 'v1.5' }, 'v1.5'],
    ['formats', '{{Name | upper}} {{Price | currency:EUR}}', { Name: 'Tea', Price: 5 }, 'TEA €5.00'],
    ['keeps no slash', '{{SKU}}', { SKU: '../etc/passwd' }, 'etc passwd'],
    ['keeps no control character', '{{SKU}}', { SKU: 'a\u0000b\u202Ec\r\nd' }, 'a b c d'],
    ['keeps no lone surrogate', '{{SKU}}', { SKU: 'a\uD800b' }, 'a b'],
    ['changes a name that Windows reserves', '{{SKU}}', { SKU: 'CON' }, '_CON'],
    ['changes one with a raised digit', '{{SKU}}', { SKU: 'LPT¹' }, '_LPT¹'],
    ['changes one with a space before its dot', '{{SKU}}', { SKU: 'con .txt' }, '_con .txt'],
    ['keeps a name that only begins so', '{{SKU}}', { SKU: 'con man.txt' }, 'con man.txt'],
    ['changes a name that spreadsheets compute', '{{SKU}}', { SKU: '=1+1' }, '_=1+1'],
    ['has no name when all fields are empty', '{{SKU}}-{{Name}}', { SKU: null }, null],
    ['has no name when a value does not suit', '{{SKU * 2}}', { SKU: 'x' }, null],
    ['keeps what is left beside an empty field', '{{SKU}}-{{Name}}', { SKU: 'T-1' }, 'T-1-'],
    ['has no name whose making takes long', `{{SKU${' | title'.repeat(100)}}}`, { SKU: 'ab '.repeat(1000) }, null],
    ['has no name of dots alone', '{{SKU}}', { SKU: '..' }, null],
    ['takes no value as an expression', '{{SKU}}', { SKU: '{{Name}}', Name: 'x' }, '{{Name}}'],
  ])('%s', (_, pattern, values, expected) => {
    expect(named(pattern, values)).toBe(expected)
  })

  test.each(fileFormats)('leaves out the extension of %s, however it is written', (format) => {
    const { extension } = fileTypes[format]
    expect(named(`{{SKU}}.${extension}`, { SKU: 'T-1' })).toBe('T-1')
    expect(named(`{{SKU}}.${extension.toUpperCase()}`, { SKU: 'T-1' })).toBe('T-1')
  })

  test('keeps every name short enough for file systems, with the output', () => {
    const name = named('{{SKU}}', { SKU: '茶'.repeat(300) }, 'square') ?? ''
    expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(220)
    expect(name).toMatch(/^茶+ square$/)
    const long = named('{{SKU}}', { SKU: '茶'.repeat(300) }, '🫖'.repeat(60)) ?? ''
    expect(new TextEncoder().encode(long).length).toBeLessThanOrEqual(220)
    expect(long).toMatch(/^茶+ 🫖+$/u)
  })
})
