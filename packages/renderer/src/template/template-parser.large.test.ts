import { describe, expect, test } from 'vitest'
import { layerOf, randomFrom, spoil } from '#renderer/testing/random-template.test-kit.ts'
import { parseTemplate, type TemplateInput } from './template.ts'
import { createTemplateParser } from './template-parser.ts'

const page = { schema: 1, width: 100, height: 100 } as const

function outcomeOf(parse: (input: TemplateInput) => unknown, input: TemplateInput): unknown {
  try {
    return parse(input)
  } catch (error) {
    return String(error)
  }
}

describe('createTemplateParser()', () => {
  test('reads and refuses what parseTemplate() does', () => {
    const parse = createTemplateParser()
    let refused = 0
    for (let seed = 0; seed < 400; seed++) {
      const random = randomFrom(seed)
      const names = { next: 0 }
      const layers = Array.from({ length: 1 + random.below(4) }, () => layerOf(random, names, 0))
      const template = { ...page, layers }
      const text = JSON.stringify(seed % 2 === 0 ? template : spoil(random, template).json)
      const expected = outcomeOf(parseTemplate, JSON.parse(text))
      if (typeof expected === 'string') refused++
      expect(outcomeOf(parse, JSON.parse(text)), `seed ${seed}`).toEqual(expected)
    }
    expect(refused).toBeGreaterThan(100)
  })
})
