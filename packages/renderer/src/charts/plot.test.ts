import { describe, expect, test } from 'vitest'
import type { Box } from '#renderer/geometry/box.ts'
import type { LeftOut } from '#renderer/model/layer-kind.ts'
import type { Chart, Desk } from './chart.ts'
import { plotOf } from './plot.ts'

interface Named extends Partial<Chart> {
  count: number
  name: string
}

/** Sets names whose letters are half as wide as high. */
function namesOf({ count, name, ...more }: Named) {
  const words = Array.from({ length: count }, () => name)
  const chart = {
    width: 300,
    height: 200,
    fontSize: 16,
    numbers: words.map(() => 1),
    words,
    horizontal: false,
    ...more,
  }
  const boxes: Box[] = []
  const leftOut: LeftOut = {}
  const desk: Desk = {
    widthOf: (text) => text.length * chart.fontSize * 0.5,
    write: String,
    leaveOut(what, some) {
      if (some > 0) leftOut[what] = (leftOut[what] ?? 0) + some
    },
    setWords(_, box) {
      boxes.push(box)
      return { width: box.width, draw() {} }
    },
  }
  const { area } = plotOf(chart as unknown as Chart, desk, { hasBelow: false })
  return { area, boxes, leftOut }
}

describe('plotOf()', () => {
  const counts = Array.from({ length: 14 }, (_, at) => at + 1)
  const names = ['7', 'June', 'September', 'A name that is longer than many others']
  const sizes = [40, 130, 300, 1000]

  test.each([false, true])('sets names beside the plot, and none on another (horizontal: %s)', (horizontal) => {
    for (const count of counts)
      for (const name of names)
        for (const size of sizes) {
          const { area, boxes, leftOut } = namesOf({ count, name, horizontal, width: size, height: size })
          const [from, to] = horizontal ? [area.y, area.y + area.height] : [area.x, area.x + area.width]
          const all = boxes.map(({ x, y, width, height }) => (horizontal ? [y, y + height] : [x, x + width]))
          expect(all.length + (leftOut.labels ?? 0), `${count} ${name} ${size}`).toBe(count)
          expect(all.length).toBeGreaterThan(0)
          let end = from
          for (const [start = 0, next = 0] of all) {
            expect(start, `${count} ${name} ${size}`).toBeGreaterThanOrEqual(end - 1e-6)
            end = next
          }
          expect(end).toBeLessThanOrEqual(to + 1e-6)
        }
  })

  test('sets names around the middle of their bars', () => {
    const { boxes } = namesOf({ count: 5, name: 'Tea' })
    expect(boxes.map(({ x, width }) => x + width / 2)).toEqual([30, 90, 150, 210, 270])
  })

  test('moves a name at an edge as far as the one beside it leaves room', () => {
    const letters = (...lengths: number[]) => lengths.map((length) => 'x'.repeat(length))
    const spansOf = (words: string[]) => {
      const { boxes, leftOut } = namesOf({ count: 10, name: '', words })
      return { spans: boxes.map(({ x, width }) => [Math.round(x), Math.round(x + width)]), leftOut }
    }
    // Two of ten bars share 60 px; letters have 6 px.
    expect(spansOf(letters(8, 1, 2, 1, 2, 1, 8, 1, 2, 1))).toEqual({
      spans: [
        [0, 48],
        [69, 81],
        [129, 141],
        [171, 219],
        [249, 261],
      ],
      leftOut: { labels: 5 },
    })
    expect(spansOf(letters(9, 1, 9, 1, 2, 1, 2, 1, 2, 1))).toEqual({
      spans: [
        [0, 43],
        [48, 102],
        [129, 141],
        [189, 201],
        [249, 261],
      ],
      leftOut: { labels: 5, cut: 1 },
    })
  })

  test('cuts a name that is too long even for the whole plot', () => {
    const { boxes, leftOut } = namesOf({ count: 2, name: 'September 2026', width: 40 })
    expect({ boxes, leftOut }).toEqual({
      boxes: [{ x: 0, width: 40, y: expect.any(Number), height: 22.4 }],
      leftOut: { labels: 1, cut: 1 },
    })
  })
})
