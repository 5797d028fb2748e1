import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Value } from '#renderer/values/value.ts'
import { ExpressionError } from './expression-error.ts'
import { namesIn, parseExpression } from './syntax.ts'
import { fillText, readWrittenText } from './written-text.ts'

const values: Record<string, Value> = {
  Name: 'Ada',
  'Due date': '2030-01-31',
  'Price (net)': 19.99,
  Price: '1234.5',
  Zero: 0,
  Empty: ' ',
  Yes: true,
  No: 'no',
  Tags: ['a', 'b'],
  Braces: '{{Name}}',
}

function scopeOf(given: Readonly<Record<string, Value>>, locale = 'en') {
  const warnings: string[] = []
  const look = (name: string) => (Object.hasOwn(given, name) ? given[name] : undefined)
  return { scope: { look, locale, warn: (problem: string) => warnings.push(problem) }, warnings }
}

const fill = (text: string, locale = 'en') => fillText(readWrittenText(text), scopeOf(values, locale).scope)

function messageOf(run: () => unknown): string {
  try {
    return `no error, but ${JSON.stringify(run())}`
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    return `${error.at}: ${error.message}`
  }
}

describe('readWrittenText()', () => {
  test('throws nothing but its own errors, whatever is written', () => {
    const pieces = [
      '{{',
      '}}',
      '|',
      '||',
      ':',
      '?',
      '(',
      ')',
      '[',
      ']',
      '"',
      '\\',
      '==',
      '+',
      '-',
      'Name',
      '1',
      'upper',
    ]
    const text = fc.oneof(
      fc.string({ unit: 'binary' }).map((words) => `{{${words}`),
      fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string()), { maxLength: 30 }).map((parts) => parts.join(' ')),
    )
    fc.assert(
      fc.property(text, (written) => {
        expect(typeof messageOf(() => fill(written))).toBe('string')
      }),
      { numRuns: 1000 },
    )
  })
})

describe('namesIn()', () => {
  test('takes time that grows with the expression, not with its square', () => {
    const expression = parseExpression(`${'a+'.repeat(999)}a`)
    const from = process.cpuUsage().user
    for (let count = 0; count < 200; count += 1) expect(namesIn(expression)).toHaveLength(1000)
    expect(process.cpuUsage().user - from).toBeLessThan(300_000)
  })
})
