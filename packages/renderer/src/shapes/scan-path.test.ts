import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readPath } from './path.ts'
import { scanPath } from './scan-path.ts'

const number = String.raw`[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?`
const anyNumber = new RegExp(number, 'gi')
const onlyNumbers = new RegExp(String.raw`^(?:[\s,]*${number})*[\s,]*$`, 'i')

/** The grammar before the scanner, which takes exponential time: for short texts only. */
function referenceScan(d: string) {
  const segments = [...d.matchAll(/([MLHVCSQTZ])([^MLHVCSQTZ]*)/gi)].map(([, letter = '', rest = '']) => ({
    letter,
    rest,
    numbers: (rest.match(anyNumber) ?? []).map(Number),
  }))
  // It also took `1e55e5` and `1.5.`, and read them as 1e55, 5 and as 1.5.
  const isValid = segments.every(
    ({ rest }) => onlyNumbers.test(rest) && /^[\s,]*$/.test(rest.replaceAll(anyNumber, '')),
  )
  return isValid ? segments.map(({ letter, numbers }) => ({ letter, numbers })) : undefined
}

const letter = fc.constantFrom(...'MLHVCSQTZmlhvcsqtz')
const separator = fc.constantFrom('', '', ' ', ',', '\n', ' , ')
const anyNumberText = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.constantFrom('0', '-1', '+1.', '.5', '-.5e3', '1E-2', '007', '1e999'),
)
const segment = fc
  .tuple(letter, fc.array(fc.tuple(separator, anyNumberText), { maxLength: 8 }), separator)
  .map(([name, numbers, end]) => `${name}${numbers.flat().join('')}${end}`)

describe('scanPath()', () => {
  test('reads paths as the reference grammar does', () => {
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 6 }), (parts) => {
        expect(scanPath(parts.join(''))).toEqual(referenceScan(parts.join('')))
      }),
      { numRuns: 2000 },
    )
  })

  test('accepts and refuses what the reference grammar does', () => {
    const text = fc.string({ unit: fc.constantFrom(...'Mz01.e-+, !'), maxLength: 12 }).map((rest) => `M${rest}`)
    fc.assert(
      fc.property(text, (d) => {
        expect(scanPath(d)).toEqual(referenceScan(d))
      }),
      { numRuns: 5000 },
    )
  })
})

// The pattern before the scanner took a minute for 24 digits and doubled with each further one.
test.each(['0', '1.', '.1', '1e1', '-', ' ', ',', '0 '])('readPath() refuses a path of many "%s"', (part) => {
  expect(readPath(`M${part.repeat(100_000)}!`)).toBeUndefined()
})
