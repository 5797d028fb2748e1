import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { camelKeys, snakeKeys, toCamel, toSnake } from './key-case.ts'

/** As keys are named in the code: `imageUrl2`. */
const camelName = fc.stringMatching(/^[a-z][a-z0-9]{0,5}([A-Z][a-z0-9]{0,5}){0,4}$/)
/** Whatever callers put into `mapping`, `metadata` and `user_defined`. */
const freeForm = fc.dictionary(fc.string(), fc.jsonValue())

describe('snakeKeys() and camelKeys()', () => {
  test('undo each other', () => {
    fc.assert(
      fc.property(camelName, (name) => {
        expect(toSnake(name)).toMatch(/^[a-z0-9_]+$/)
        expect(toCamel(toSnake(name))).toBe(name)
      }),
    )
    fc.assert(
      fc.property(fc.dictionary(camelName, fc.jsonValue()), (shape) => {
        expect(camelKeys(snakeKeys(shape))).toEqual({ ...shape })
      }),
    )
  })

  test('leave what is inside untouched', () => {
    fc.assert(
      fc.property(freeForm, (json) => {
        const before = JSON.stringify(json)
        expect(snakeKeys({ userDefined: json }).user_defined).toBe(json)
        expect(camelKeys({ user_defined: json }).userDefined).toBe(json)
        expect(JSON.stringify(json)).toBe(before)
      }),
    )
  })

  test.each([
    ['renderedAt', 'rendered_at'],
    ['id', 'id'],
    ['imageUrlJpg', 'image_url_jpg'],
    ['x2', 'x2'],
  ])('%s is %s', (camel, snake) => {
    expect(toSnake(camel)).toBe(snake)
    expect(toCamel(snake)).toBe(camel)
  })
})
