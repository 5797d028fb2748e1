import { readColor } from '@pictable/renderer/template'
import { expect, test } from 'vitest'
import { fromHsva, fromOklch, toHsva } from './color-spaces.ts'
import { colorFormats, readTypedColor, toHex, writeColor } from './color-text.ts'

const rgba = (text: string) => {
  const color = readColor(text)
  if (!color) throw new Error(`${text} is no colour`)
  return color
}

test('readTypedColor() takes what templates take as it is, and makes hex of other forms', () => {
  const cases: readonly [typed: string, written: string | undefined][] = [
    [' #F80 ', '#F80'],
    ['rgb(255 136 0 / 50%)', 'rgb(255 136 0 / 50%)'],
    ['hsl(32 100% 50%)', 'hsl(32 100% 50%)'],
    ['rebeccapurple', 'rebeccapurple'],
    ['transparent', 'transparent'],
    ['ff8800', '#ff8800'],
    ['F80', '#ff8800'],
    ['ff880080', '#ff880080'],
    // Reference values of CSS Color 4.
    ['oklch(0.627955 0.257683 29.2339)', '#ff0000'],
    ['oklch(51.975% 0.17686 142.495)', '#008000'],
    ['oklch(1 0 0)', '#ffffff'],
    ['OKLCH(0 0 0 / 50%)', '#00000080'],
    ['nonsense', undefined],
    ['', undefined],
    ['oklch(1 0)', undefined],
    ['oklch(. . .)', undefined],
    ['rgb(1.2.3 0 0)', undefined],
    ['ff88', '#ffff8888'],
    ['ff880', undefined],
  ]
  for (const [typed, written] of cases) expect([typed, readTypedColor(typed)]).toEqual([typed, written])
})

test('a colour written in any form is the same colour when it is read', () => {
  const steps = [0, 37, 128, 201, 255]
  for (const red of steps) {
    for (const green of steps) {
      for (const blue of steps) {
        const hex = toHex([red, green, blue, 1])
        for (const format of colorFormats) {
          const read = readTypedColor(writeColor([red, green, blue, 1], format))
          expect([format, read && toHex(rgba(read))]).toEqual([format, hex])
        }
        expect(toHex(fromHsva(toHsva([red, green, blue, 1])))).toBe(hex)
      }
    }
  }
})

test('a colour that no screen shows keeps its lightness and hue', () => {
  const [red, green, blue] = fromOklch([0.7, 0.4, 150], 1)
  expect([red, green, blue].every((channel) => channel >= 0 && channel <= 255)).toBe(true)
  expect(green).toBeGreaterThan(red)
  expect(green).toBeGreaterThan(blue)
})
