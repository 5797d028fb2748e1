import { describe, expect, test } from 'vitest'
import type { Paint } from '#renderer/properties/paint.ts'
import type { Chart } from './chart.ts'
import { inkOn, repeatedColors } from './part-colors.ts'

const gradient = (...colors: string[]): Paint => ({
  type: 'linear',
  angle: 0,
  stops: colors.map((color) => ({ color })),
})

describe('repeatedColors()', () => {
  const count = (colors: Paint[], numbers: number[]) => repeatedColors({ colors, numbers } as unknown as Chart)

  test.each<[string, Paint[], number[], number]>([
    ['shades of one colour', ['#ff0000'], [1, 1, 1, 1, 1], 0],
    ['more than there are shades', ['#ff0000'], [1, 1, 1, 1, 1, 1], 1],
    ['nothing that repeats a part that is not seen', ['#ff0000'], [1, 0, -1, 0, 0, 1], 0],
    ['what repeats one that is', ['#ff0000'], [0, 1, 0, 0, 0, 1], 1],
    ['black, which cannot become darker', ['#000000'], [1, 1, 1], 1],
    ['one colour in two ways to write it', ['red', '#F00', 'rgb(255 0 0)'], [1, 1, 1], 2],
    ['gradients in two ways to write them', [gradient('red', 'blue'), gradient('#f00', '#00f')], [1, 1], 1],
    ['gradients', [gradient('red', 'blue')], [1, 1, 1, 1, 1, 1], 1],
    ['a picture, which has no shades', [{ type: 'picture', src: 'x' } as Paint], [1, 1, 1], 2],
  ])('counts %s', (_, colors, numbers, repeated) => {
    expect(count(colors, numbers)).toBe(repeated)
  })
})

describe('inkOn()', () => {
  const [dark, light] = ['#111827', '#ffffff']
  test.each<[Paint, string]>([
    ['#ffffff', dark],
    ['#1e3a8a', light],
    ['rgba(0, 0, 0, 0.1)', dark],
    ['transparent', dark],
    [gradient('#fef9c3', '#fde68a'), dark],
    [gradient('#1e3a8a', '#312e81'), light],
    [{ type: 'picture', src: 'x' } as Paint, light],
  ])('is readable on %j', (paint, ink) => {
    expect(inkOn(paint)).toBe(ink)
  })
})
