import { describe, expect, test } from 'vitest'
import { parseInSteps, parseTemplate } from './template.ts'
import { unfitConstants, unfitConstantsInSteps } from './unfit-constants.ts'

const page = { schema: 1, width: 100, height: 100 }
const words = { type: 'text', name: 'Words', width: 10, height: 10 }

function stepsOf<Result>(steps: Generator<void, Result>): { count: number; result: Result } {
  for (let count = 0; ; count++) {
    const step = steps.next()
    if (step.done) return { count, result: step.value }
  }
}

describe('unfitConstants()', () => {
  test.each([
    [{ fill: { bind: 'C', fallback: 'nocolour' } }, ['layers[0].fill.fallback: is not a colour']],
    [{ opacity: { expression: 'A * 2', fallback: 7 } }, ['layers[0].opacity.fallback: must be at most 1']],
    [{ text: '{{A || "abc" * 2}}' }, ['layers[0].text: at character 14: "abc" is not a number, which "*" needs']],
    [{ fontSize: { expression: '-"abc"' } }, ['layers[0].fontSize.expression: at character 1: "abc" is not a number']],
    [{ text: { bind: 'A', fallback: '' }, fill: { bind: 'C', fallback: 'red' }, opacity: { bind: 'O' } }, []],
    [{ text: '{{"a" | upper}} {{1 + 2}} {{A * 2}} {{A ? "b" : "c"}}', visible: { bind: 'V', fallback: 'no' } }, []],
  ])('of %j are %j', (properties, expected) => {
    const template = parseTemplate({ ...page, layers: [{ ...words, ...properties }] })
    const issues = unfitConstants(template).map(({ path, message }) => `${path}: ${message}`)
    expect(issues).toEqual(expected.map((each) => expect.stringContaining(each)))
  })

  test('reads thousands of cells in short steps, and names the first that are wrong', () => {
    const rows = Array.from({ length: 4000 }, (_, n) => [{ expression: n % 2 === 0 ? 'A' : 'A + ' }])
    const design = { ...page, layers: [{ ...words, type: 'table', rows }] }
    const parsing = stepsOf(parseInSteps(design))
    expect(parsing.count).toBeGreaterThan(100)
    expect(stepsOf(unfitConstantsInSteps(parsing.result)).count).toBeGreaterThan(50)
    const wrong = rows.map(() => [{ expression: '-"abc"' }])
    const template = parseTemplate({ ...page, layers: [{ ...words, type: 'table', rows: wrong }] })
    expect(unfitConstants(template)).toHaveLength(100)
  })

  test('covers the page, and takes no time for a constant that grows', () => {
    const grows = `"a"${' | replace:"a":"aaaaaaaaaa"'.repeat(6)}`
    const locale = { bind: 'L', fallback: '!!' }
    const template = parseTemplate({ ...page, locale, layers: [{ ...words, text: `{{${grows}}}` }] })
    expect(unfitConstants(template)).toEqual([{ path: 'locale.fallback', message: 'is not a locale such as "en-GB"' }])
  })
})
