import { expect, test } from 'vitest'
import { scanWarnings } from './scan-warnings.ts'

const size = { width: 236, height: 118, hasPicture: false }

test.each([
  [3, 21, []],
  [3, undefined, []],
  [3, 3, []],
  [
    2.4,
    21,
    [
      'Hard to scan: at 300 dpi the code is 20 × 10 mm with bars or squares of 0.2 mm. Scanners need 0.25 mm. Enlarge it or shorten its value.',
    ],
  ],
  [
    3,
    1.84,
    [
      'Hard to scan: at 300 dpi the code is 20 × 10 mm with a contrast of 1.8:1. Scanners need 3:1. Choose a darker colour or a lighter background.',
    ],
  ],
  [
    3,
    0.05,
    ['Hard to scan: at 300 dpi the code is 20 × 10 mm and lighter than its background. Choose a darker colour.'],
  ],
])('a code of units of %d px with a contrast of %d: %j', (unitPx, contrast, warnings) => {
  expect(scanWarnings({ ...size, unitPx, contrast })).toEqual(warnings)
})

test('a code that a picture paints', () => {
  expect(scanWarnings({ ...size, unitPx: 3, contrast: undefined, hasPicture: true })).toEqual([
    'Perhaps hard to scan: at 300 dpi the code is 20 × 10 mm, and a picture paints it or its background, so its contrast is unknown. Scan a proof, or choose colours.',
  ])
})
