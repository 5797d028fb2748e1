import { expect, test } from 'vitest'
import { canvasFonts } from '#renderer/fonts/canvas-fonts.ts'
import { createFontBook } from '#renderer/fonts/font-book.ts'
import { endPaints } from './end-paints.ts'
import { createSurface } from './node.ts'

test('paints of a picture share its pixels until they end, whatever box they fill', () => {
  let reads = 0
  const pixels = {
    widthPx: 1,
    heightPx: 1,
    get data() {
      reads++
      return new Uint8ClampedArray([255, 0, 0, 255])
    },
  }
  const paint = (side: number) => {
    const box = { x: 0, y: 0, width: side, height: side }
    const { pen, read } = createSurface(10, 10, createFontBook([], canvasFonts))
    pen.context.fillStyle = pen.picturePaint(pixels, { box, repeats: true })
    pen.context.fillRect(0, 0, 10, 10)
    return [...read().subarray(0, 4)]
  }
  const red = [255, 0, 0, 255]
  expect([paint(10), paint(20), reads]).toEqual([red, red, 1])
  endPaints(pixels)
  expect([paint(10), reads]).toEqual([red, 2])
})
