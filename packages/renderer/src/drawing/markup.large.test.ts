import { describe, expect, test } from 'vitest'
import { parseMarkup, problemOfLinks } from './markup.ts'

describe('parseMarkup()', () => {
  test('takes time in proportion to the length', () => {
    const spans = parseMarkup('[*a '.repeat(100_000))
    expect(spans.map(({ text }) => text).join('')).toHaveLength(400_000)
  })
})

describe('a link', () => {
  test('takes time linear in the length of the text', () => {
    const costOf = (text: string) => {
      const from = process.cpuUsage().user
      parseMarkup(text)
      problemOfLinks(text)
      return process.cpuUsage().user - from
    }
    for (const piece of ['](link=', '[x](a link="', ']( link=a link=b', `](${'a '.repeat(140)}link=`])
      expect(costOf(piece.repeat(Math.ceil(500_000 / piece.length))), piece).toBeLessThan(3_000_000)
  })
})
