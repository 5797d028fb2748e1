import { describe, expect, test } from 'vitest'
import { breakOpportunities } from './break-opportunities.ts'

function parts(text: string): string[] {
  let start = 0
  return Array.from(breakOpportunities(text), (end) => {
    const part = text.slice(start, end)
    start = end
    return part
  })
}

describe('breakOpportunities()', () => {
  const cases: [name: string, parts: string[]][] = [
    ['breaks after spaces and hyphens', ['two  ', 'well-', 'known ', 'words']],
    ['keeps punctuation with what it belongs to', ['($5.00) ', '“quoted” ', '100% ', 'a/', 'b']],
    ['never breaks at a no-break space', ['10\u00a0km ', 'far']],
    ['breaks after a soft hyphen', ['auto\u00ad', 'mobil']],
    ['breaks after a zero width space', ['a\u200b', 'b']],
    ['lets no line start with closing punctuation and small kana', ['「日', '本」、', 'きゃっ', 'と。']],
    ['breaks Thai by its dictionary', ['สวัสดี', 'ครับ ', 'ภาษา', 'ไทย']],
    ['keeps Thai repetition signs with their word', ['เร็วๆ ', 'นี้']],
    ['breaks Khmer by its dictionary', ['ប្រទេស', 'កម្ពុជា']],
    ['breaks Lao by its dictionary', ['ພາສາ', 'ລາວ']],
    ['breaks Burmese by its dictionary', ['မြန်မာဘာသာ', 'စကား', 'သည်']],
    ['keeps emoji sequences whole', ['👨‍👩‍👧‍👦', '👍🏽', '🇩🇪', '🇫🇷', '1️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '❤️‍🔥']],
    ['keeps a letter with its marks', ['e\u0301a ', 'क्षि ', 'नमस्ते']],
  ]
  test.each(cases)('%s', (_, expected) => {
    expect(parts(expected.join(''))).toEqual(expected)
  })

  test('finds none in empty text', () => {
    expect(parts('')).toEqual([])
  })
})
