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
    ['12px "A / B", Two\n Words', { size: '12px', family: '"A / B", Two Words' }],
    [`12px "A  B", 'C  D'`, { size: '12px', family: `"A  B", 'C  D'` }],
    ['12px"Noto Serif"', { size: '12px', family: '"Noto Serif"' }],
    ['oblique 10deg 12px X', { style: 'oblique', size: '12px', family: 'X' }],
    [' bold 1e1px/1.2 X ', { weight: 'bold', size: '1e1px', family: 'X' }],
  ])('reads %s', (value, wanted) => {
    expect(read(value)).toEqual(wanted)
  })

  test.each([
    'caption',
    'Inter',
    '16px',
    'bold bold 16px Inter',
    '16 Inter',
    'red 16px Inter',
    'bold/2 16px Inter',
    'italic 10deg 16px Inter',
    `16px "${'a'.repeat(1000)}"`,
    '',
  ])('ignores %j', (value) => {
    expect(read(value)).toEqual({})
  })

  test.each(['9', 'a ', '/', '"', ' ', 'oblique ', '1deg '])('takes no longer for each of many %j', (part) => {
    const value = `${part.repeat(40_000)}!`
    const { user } = process.threadCpuUsage()
    read(value)
    read(`12px ${value}`)
    expect((process.threadCpuUsage().user - user) / 1000).toBeLessThan(100)
  })
})
