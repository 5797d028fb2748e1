import { expect, test } from 'vitest'
import type { Paint } from '#renderer/properties/paint.ts'
import { scanFacts } from './scan-facts.ts'

const fade: Paint = { type: 'linear', angle: 180, stops: [{ color: '#000' }, { color: '#777' }] }

const picture: Paint = { type: 'picture', src: 'x', fit: 'cover', focalPoint: { x: 0.5, y: 0.5 }, zoom: 1 }

test.each<[readonly Paint[], Paint, number | undefined]>([
  [['#000000'], '#ffffff', 21],
  [['white'], 'black', 1 / 21],
  [['#767676'], 'white', 4.54],
  // The worst of several colours counts.
  [['#000', '#767676'], 'white', 4.54],
  [[fade], 'white', 4.48],
  [['black'], 'transparent', undefined],
  [['rgba(0, 0, 0, 0.5)'], 'white', undefined],
  [[picture], 'white', undefined],
  [['black', picture], 'white', undefined],
  [['black'], picture, undefined],
])('scanFacts() of %j on %j: a contrast of %d', (dark, light, contrast) => {
  const found = scanFacts({ unitPx: 4, width: 84, height: 84, dark, light })
  const hasPicture = [...dark, light].includes(picture)
  const close = contrast === undefined ? undefined : expect.closeTo(contrast, 2)
  expect(found).toMatchObject({ unitPx: 4, contrast: close, hasPicture })
})
