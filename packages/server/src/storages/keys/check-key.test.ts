import { join, resolve, sep } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AppError } from '#core/errors.ts'
import { checkKey } from './check-key.ts'

describe('checkKey()', () => {
  test('splits keys of images and assets', () => {
    expect(checkKey('images/0a1b.png')).toEqual({ folder: 'images', name: '0a1b.png' })
    expect(checkKey('assets/0a1b')).toEqual({ folder: 'assets', name: '0a1b' })
  })

  test.each([
    '../secret.key',
    'images/../../etc/passwd',
    'images/..',
    '/etc/passwd',
    'images//abc',
    'images/.hidden',
    'images/a/b',
    'images\\abc.png',
    'images/abc.png\u0000',
    'images/abc.png\n',
    'Images/ABC.png',
    'images',
    '',
    `images/${'a'.repeat(300)}`,
  ])('refuses %j', (key) => {
    expect(() => checkKey(key)).toThrow(AppError)
  })

  test('never lets a path leave the folder', () => {
    const parts = fc.constantFrom('..', '.', '/', '\\', 'images', 'ab', '~', '%2e', '\u0000', ':', '.png')
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 8 }), (pieces) => {
        const key = pieces.join('')
        try {
          const { folder, name } = checkKey(key)
          expect(resolve(join('/data', folder, name)).startsWith(`/data${sep}`)).toBe(true)
        } catch (error) {
          expect(error).toBeInstanceOf(AppError)
        }
      }),
    )
  })
})
