import { layerProperties } from '@pictable/renderer/property-schemas'
import { parseTemplate, TemplateError } from '@pictable/renderer/template'
import { describe, expect, test } from 'vitest'
import { areRows } from '#dashboard/screens/editor/typing/sample-kinds.ts'
import { applicable, asWritten, computed, startOfExpression } from './braces.ts'
import { readRows, wordsText } from './written-lists.ts'

const schemaOf = (name: string) => layerProperties('text')[name] ?? {}

/** What a template says of a text layer with that property. */
function problemOf(name: string) {
  return (value: unknown) => {
    const layer = { type: 'text', name: 'Title', width: 100, height: 20, [name]: value }
    try {
      parseTemplate({ schema: 1, width: 100, height: 100, layers: [layer] })
      return undefined
    } catch (error) {
      if (error instanceof TemplateError) return error.message
      throw error
    }
  }
}

const type = (name: string, text: string) => applicable(text, { schema: schemaOf(name), problem: problemOf(name) })

test('a text with an expression that cannot be read is kept as text', () => {
  expect(type('text', 'Only {{Price}}')).toEqual({ value: 'Only {{Price}}', isApplicable: true, reason: undefined })
  expect(type('text', 'Only {{')).toEqual({
    value: 'Only \\{{',
    isApplicable: true,
    reason: expect.stringContaining('character 8'),
  })
})

test('another property keeps nothing that it cannot be', () => {
  expect(type('fontFamily', '')).toMatchObject({ isApplicable: false, reason: expect.any(String) })
})

test('the address of a picture may have expressions, a picture that is there itself has none', () => {
  const src = layerProperties('image').src ?? {}
  const inside = 'data:image/svg+xml,<svg>{{x}}</svg>'
  expect([asWritten('a/{{b}}.png', src), asWritten(inside, src)]).toEqual(['a/\\{{b}}.png', inside])
  expect(asWritten('{{b}}', layerProperties('image').fallback ?? {})).toBe('\\{{b}}')
})

test('a value of a record becomes no expression, and stays as it is in a property without any', () => {
  expect(asWritten('{{Price}} off', schemaOf('text'))).toBe('\\{{Price}} off')
  expect(asWritten('{{Price}}', schemaOf('fontFamily'))).toBe('{{Price}}')
  expect(asWritten(12, schemaOf('text'))).toBe(12)
})

describe('startOfExpression()', () => {
  test.each([
    [0.5, '0.5'],
    [-12, '-12'],
    [1e-7, '0'],
    [100_000, '100000'],
    [true, 'true'],
    ['#fff', "'#fff'"],
    ["it's \\", "'it\\'s \\\\'"],
  ])('of %j makes the same value', (value, expression) => {
    expect(startOfExpression({ schema: {} }, value)).toEqual({ expression })
    const now = computed(expression, { values: {}, locale: 'en' })
    expect(now).toEqual({ value: value === 1e-7 ? 0 : value })
  })

  test.each([
    ['text', 'fontFamily', ['Inter', 'Lato'], "'Inter'"],
    ['chart', 'values', [12, 19.5], "'12, 19.5'"],
    [
      'table',
      'rows',
      [
        ['Tea', 4],
        ['Cake', 6],
      ],
      "'Tea, 4\nCake, 6'",
    ],
    ['rectangle', 'radius', [4, 0, 4, 0], '4'],
  ])('of the list that the %s has as %s is one value', (type, name, value, expression) => {
    const schema = layerProperties(type)[name] ?? {}
    expect(startOfExpression({ schema }, value)).toEqual({ expression })
  })

  test('of what no expression makes is the start of the property', () => {
    const color = { type: 'string', kind: 'color' } as const
    expect(startOfExpression({ schema: color }, { type: 'linear', stops: [] })).toEqual({ expression: "'#4f46e5'" })
    expect(startOfExpression({ schema: { type: 'number', default: 3 } }, undefined)).toEqual({ expression: '3' })
  })
})

describe('computed()', () => {
  const given = { values: { Stock: 3, Price: '19.5' }, locale: 'de' }
  test.each([
    ["Stock > 0 ? 'green' : 'red'", { value: 'green' }],
    ['Price * 2', { value: 39 }],
    ['Price | number:2', { value: '19,50' }],
    ['None', { value: undefined }],
    ['constructor', { value: undefined }],
    ['Stock >', { problem: 'at character 8: expected a name, a number or a "text", found the end' }],
    ["'a' * 2", { problem: 'at character 5: "a" is not a number, which "*" needs' }],
  ])('%s is %j', (expression, expected) => {
    expect(computed(expression, given)).toEqual(expected)
  })
})

test('wordsText() names what fills an entry of a list', () => {
  expect(wordsText([{ bind: 'Brand font' }, { expression: 'Other' }, 'Inter'])).toBe('{{Brand font}}, {{Other}}, Inter')
})

test('rows that are typed are applied only once they are rows', () => {
  const typed = (kind: 'rows' | 'text', text: string) => areRows(kind, readRows(text))
  expect(['[["A", 1], ["B"', '["A", 1]', '[]'].filter((text) => typed('text', text))).toEqual([])
  expect(['[["A", 1]]', 'A, 1', 'A'].filter((text) => !typed('text', text))).toEqual([])
  expect(typed('rows', '["A", 1]')).toBe(true)
  expect(typed('rows', '["A", 1')).toBe(false)
  expect(areRows('text', undefined)).toBe(true)
})
