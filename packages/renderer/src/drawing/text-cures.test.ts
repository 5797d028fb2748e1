import { describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { typesetter } from '#renderer/text/layout.test-kit.ts'
import { measureText, setTextOf } from './measure-text.ts'
import { curesOf } from './text-cures.ts'
import { textShape } from './text-properties.ts'

function measured(changes: Record<string, unknown>) {
  const properties = z.object(textShape).parse({ fontSize: 20, lineHeight: 1, ...changes })
  return measureText({ ...properties, width: 100, height: 40, ...changes }, typesetter)
}

function cures(changes: Record<string, unknown>) {
  const set = setTextOf(measured(changes))
  return set && curesOf(set)
}

const cut = { text: 'aaaa bbbb cccc dddd eeee', fit: 'shrink', minFontSize: 20 }

describe('curesOf()', () => {
  test.each([
    ['a smaller size or a larger box', cut, ['smaller', 'larger']],
    ['more lines as well', { ...cut, maxLines: 1, minFontSize: 13 }, ['smaller', 'more']],
    ['only more lines where there is room', { ...cut, height: 400, maxLines: 1, fit: 'truncate' }, ['more']],
    ['only a larger box', { ...cut, fit: 'truncate' }, ['larger']],
    ['no size that no one can read', { ...cut, text: 'aaaa '.repeat(80) }, ['larger']],
    ['nothing for a word that is too wide', { ...cut, fit: 'truncate', text: 'a'.repeat(40), wrap: 'none' }, []],
  ])('offers %s', (_, changes, expected) => {
    const found = cures(changes) ?? {}
    expect(measured(changes).report?.truncated).toBeGreaterThan(0)
    expect(Object.keys(found)).toEqual(expected)
    // Each alone is enough.
    for (const values of Object.values(found)) {
      expect(measured({ ...changes, ...values }).report).not.toHaveProperty('truncated')
    }
  })
})
