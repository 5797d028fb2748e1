import { describe, expect, test } from 'vitest'
import { expandFont } from './font-shorthand.ts'

function read(value: string): Record<string, string> {
  const declarations = expandFont({ property: 'font', value, important: false })
  const differ = declarations.filter((each) => each.value !== 'normal')
  return Object.fromEntries(differ.map(({ property, value }) => [property.replace('font-', ''), value]))
}

describe('expandFont()', () => {
  test.each([
    ['16px Inter', { size: '16px', family: 'Inter' }],
    [
      'italic 700 14px/1.5 "Noto Serif", serif',
      { style: 'italic', weight: '700', size: '14px', family: '"Noto Serif", serif' },
    ],
    ['bold 1.2em / 2 Times New Roman', { weight: 'bold', size: '1.2em', family: 'Times New Roman' }],
    [
      'normal small-caps semi-condensed 80% sans-serif',
      { variant: 'small-caps', stretch: 'semi-condensed', size: '80%', family: 'sans-serif' },
    ],
    ['large monospace', { size: 'large', family: 'monospace' }],
  ])('reads %s', (value, wanted) => {
    expect(read(value)).toEqual(wanted)
  })

  test.each(['caption', 'Inter', '16px', 'bold bold 16px Inter', '16 Inter', 'red 16px Inter', ''])(
    'ignores %j',
    (value) => {
      expect(read(value)).toEqual({})
    },
  )
})
