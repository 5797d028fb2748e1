import { codeWarnings, type LaidOutLayer } from '@pictable/renderer/browser'
import { expect, test } from 'vitest'
import { scanMessages } from './scan-messages.ts'

type ScanFacts = NonNullable<LaidOutLayer['scan']>

/** As the renderer says it, in pixels. */
function drawn(scan: ScanFacts) {
  const found = codeWarnings(scan, { scale: 1 })
  const said = (isInformation: boolean) =>
    found.filter((each) => (each.isInformation ?? false) === isInformation).map(({ message }) => message)
  return { warnings: said(false), information: said(true) }
}

const size = { leastPx: 2, width: 236, height: 118, hasPicture: false }

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
  const scan = { ...size, unitPx, contrast }
  expect(scanMessages({ scan, ...drawn(scan) })).toEqual({ warnings, information: [] })
})

test('a code that a picture paints', () => {
  const scan = { ...size, unitPx: 3, contrast: undefined, hasPicture: true }
  expect(scanMessages({ scan, ...drawn(scan) })).toEqual({
    warnings: [],
    information: [
      'Perhaps hard to scan: at 300 dpi the code is 20 × 10 mm, and a picture paints it or its background, so its contrast is unknown. Scan a proof, or choose colours.',
    ],
  })
})

test('the other messages of a code stay', () => {
  const scan = { ...size, unitPx: 1, contrast: 21 }
  const { warnings, information } = drawn(scan)
  const found = scanMessages({ scan, warnings: ['no font contains U+0E01', ...warnings], information })
  expect(found.warnings).toEqual(['no font contains U+0E01', expect.stringContaining('Scanners need 0.25 mm')])
})
