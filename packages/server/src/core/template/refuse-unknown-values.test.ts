import { parseTemplate } from '@pictable/renderer/template'
import { expect, test } from 'vitest'
import { AppError } from '#core/errors.ts'
import { refuseUnknownValues } from './refuse-unknown-values.ts'

function refused(values: Readonly<Record<string, unknown>>): AppError {
  const layer = { type: 'text', name: 'Title', width: 10, height: 10, text: { bind: 'Name' } }
  const design = parseTemplate({ schema: 1, width: 10, height: 10, layers: [layer] })
  try {
    refuseUnknownValues(design, values)
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
