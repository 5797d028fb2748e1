import { expect, test } from 'vitest'
import { newLayerIn, usualSize } from '#dashboard/screens/editor/session/new-layer.ts'

const box = { x: 0, y: 0, width: 100, height: 50 }
const fontSizeOn = (width: number, height: number) =>
  Reflect.get(newLayerIn({ width, height }, 'text', box), 'fontSize')

test('new layers are as large as the page needs them, those for scanners always the same', () => {
  expect([fontSizeOn(1080, 1080), fontSizeOn(600, 400), fontSizeOn(1200, 630)]).toEqual([48, 48, 48])
  expect([fontSizeOn(300, 250), fontSizeOn(2480, 3508)]).toEqual([27, 94])
  expect(usualSize({ width: 2480, height: 3508 }, 'rectangle')).toEqual({ width: 472, height: 315 })
  expect(usualSize({ width: 2480, height: 3508 }, 'qr-code')).toEqual({ width: 200, height: 200 })
  const onPaper = newLayerIn({ width: 2480, height: 3508 }, 'line', box)
  expect(onPaper).toEqual({ type: 'line', name: 'Line', ...box, color: '#17171c', thickness: 8 })
  expect(newLayerIn({ width: 2480, height: 3508 }, 'chart', box)).toMatchObject({
    fontSize: 31,
    values: [12, 19, 8, 15],
  })
})
