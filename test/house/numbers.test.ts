import { expect, test } from 'vitest'
import { houseNumbers } from '#test/house/numbers.ts'

const words = [{ term: 'again', insteadOf: ['oxcart'], why: 'A planted word', names: true }]

test('houseNumbers() measures product code, not tests', () => {
  const numbers = houseNumbers(
    new Map([
      ['packages/server/src/core/a.ts', 'export {}\n'.repeat(10)],
      ['packages/server/src/core/b.ts', 'export {}\n'.repeat(30)],
      ['packages/server/src/core/c.ts', `// Drawn by oxcart.\nthrow new Error('Draw the oxcart')\n`],
      ['packages/server/src/core/a.test.ts', 'export {}\n'.repeat(500)],
    ]),
    words,
  )
  expect(Object.fromEntries(numbers)).toMatchObject({
    files: 3,
    lines: 42,
    'lines of a file, median': 10,
    'lines of a file, p90': 30,
    'files of 25 lines or fewer': 2,
    'files in import cycles': 0,
    'long functions': 0,
    'listed words in texts': 1,
    'listed words in names and comments': 1,
  })
})
