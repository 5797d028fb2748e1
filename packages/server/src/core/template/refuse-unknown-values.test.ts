import { parseTemplate } from '@pictable/renderer/template'
import { expect, test } from 'vitest'
import { AppError } from '#core/errors.ts'
import { refuseLists, refuseUnknownValues } from './refuse-unknown-values.ts'

function refused(values: Readonly<Record<string, unknown>>, refuse = refuseUnknownValues): AppError {
  const size = { width: 10, height: 10 }
  const layers = [
    { type: 'text', name: 'Title', ...size, text: { bind: 'Name' } },
    { type: 'text', name: 'Colours', ...size, text: 'In {{Tags | join}}: {{Size}}', fill: { expression: 'Colour' } },
    { type: 'chart', name: 'Chart', ...size, values: { bind: 'Sales' } },
    { type: 'image', name: 'Photo', ...size, src: { bind: 'Photos' } },
  ]
  const design = parseTemplate({ schema: 1, ...size, layers })
  try {
    refuse(design, values)
  } catch (error) {
    if (error instanceof AppError) return error
  }
  throw new Error('nothing was refused')
}

test('refuseUnknownValues() names what is unknown, and what there is, up to a bound', () => {
  expect(refused({ Name: 'Tea', Price: 1 }).errors).toEqual([
    { pointer: '/values/Price', detail: expect.stringContaining('"Price". It has: ') },
  ])
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`value ${index}`, '']))
  expect(refused(many).errors).toHaveLength(20)
})

test('refuseUnknownValues() accepts lists where the template takes one, and tells which layer needs one value', () => {
  expect(() => refused({ Tags: ['a'], Sales: [3, 5], Photos: ['asset:a'] })).toThrow('nothing was refused')
  const error = (name: string, layer: string, property: string) => ({
    pointer: `/values/${name}`,
    detail: `The value "${name}" is a list, but the layer "${layer}" uses it for its ${property}, which takes one value. Send one value, or join the list in the template: {{[${name}] | join}}.`,
  })
  expect(refused({ Name: ['Tea'], Size: [], Colour: ['red'] }).errors).toEqual([
    error('Name', 'Title', 'text'),
    error('Size', 'Colours', 'text'),
    error('Colour', 'Colours', 'fill'),
  ])
})

test('refuseLists() also rejects lists, and ignores names without a binding', () => {
  const given = { Name: ['Tea'], Other: 'x', More: ['y'] }
  const { errors } = refused(given, refuseLists)
  expect(errors).toEqual(refused({ Name: ['Tea'] }).errors)
  expect(() => refused({ Tags: ['a'], Other: 'x' }, refuseLists)).toThrow('nothing was refused')
})
