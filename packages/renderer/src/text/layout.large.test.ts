import { describe, expect, test } from 'vitest'
import { box, measurer, span } from './layout.test-kit.ts'
import { layoutText } from './layout.ts'
import type { FontStyle, TextFit } from './types.ts'

describe('layoutText() against the box', () => {
  test('measures a bounded part of a megabyte of text', () => {
    for (const piece of ['word ', 'a', 'אa', 'a\u00a0', '日本', 'a\n', '1 ']) {
      const measured = (fit: TextFit) => {
        let characters = 0
        const counting = {
          advance: (_: FontStyle, text: string) => {
            characters += text.length
            return text.length * 50
          },
          metrics: measurer.metrics,
        }
        const spans = [span(piece.repeat(1_000_000 / piece.length))]
        const { lines, truncatedCharacters } = layoutText(spans, { ...box, fit }, counting)
        expect(lines.length).toBeLessThanOrEqual(5_000)
        expect(truncatedCharacters).toBeGreaterThan(899_000)
        return characters
      }
      expect(measured({ mode: 'overflow' })).toBeLessThan(3_000_000)
      expect(measured({ mode: 'truncate' })).toBeLessThan(400_000)
      expect(measured({ mode: 'shrink', minFontSizePx: 8 })).toBeLessThan(800_000)
    }
  })
})
