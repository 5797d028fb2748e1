import { layerProperties } from '@pictable/renderer/property-schemas'
import { parseTemplate, TemplateError } from '@pictable/renderer/template'
import { expect, test } from 'vitest'
import { applicable, asWritten } from './braces.ts'

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

test('a value of a record becomes no expression, and stays as it is in a property without any', () => {
  expect(asWritten('{{Price}} off', schemaOf('text'))).toBe('\\{{Price}} off')
  expect(asWritten('{{Price}}', schemaOf('fontFamily'))).toBe('{{Price}}')
  expect(asWritten(12, schemaOf('text'))).toBe(12)
})
