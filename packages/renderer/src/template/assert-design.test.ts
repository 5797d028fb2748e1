import { describe, expect, test } from 'vitest'
import { type Issue, pathOf } from '#renderer/errors/issues.ts'
import { layerOf, type Random, randomFrom, spoil } from '#renderer/testing/random-template.test-kit.ts'
import { assertDesign, everyLayer, parseTemplate, TemplateError } from './template.ts'

function designOf(random: Random) {
  const names = { next: 0 }
  const layers = Array.from({ length: 1 + random.below(5) }, () => layerOf(random, names, 0))
  return { schema: 1, width: 100, height: 100, layers }
}

function issuesFrom(check: () => void): Issue[] {
  try {
    check()
    return []
  } catch (error) {
    if (error instanceof TemplateError) return [...error.issues]
    throw error
  }
}

const sorted = (issues: Issue[]) => issues.map(({ path, message }) => `${path}: ${message}`).sort()

describe('assertDesign()', () => {
  test('says what parseTemplate() says of designs with one thing wrong', () => {
    for (let seed = 0; seed < 30; seed++) {
      const random = randomFrom(seed)
      const design = designOf(random)
      expect(issuesFrom(() => assertDesign(design, new WeakSet()))).toEqual([])
      const { json } = spoil(random, design)
      const expected = issuesFrom(() => parseTemplate(json))
      expect(sorted(issuesFrom(() => assertDesign(json, new WeakSet()))), `seed ${seed}`).toEqual(sorted(expected))
    }
  })

  test('checks a known layer no more, but what connects layers always', () => {
    const valid = new WeakSet<object>()
    const design = parseTemplate(designOf(randomFrom(5)))
    assertDesign(design, valid)
    for (const { layer } of everyLayer(design)) expect(valid.has(layer)).toBe(true)
    const [first] = design.layers
    expect(issuesFrom(() => assertDesign({ ...design, layers: [first, first] }, valid))).toContainEqual({
      path: 'layers[1].name',
      message: `"${first?.name}" is already the name of layers[0]`,
    })
  })

  test.each([
    [undefined, ''],
    [{ schema: 1, width: 1, height: 1 }, 'layers'],
    [{ schema: 1, width: 1, height: 1, layers: [null] }, 'layers[0]'],
    [{ schema: 1, width: 1, height: 1, layers: [], more: 1 }, 'more'],
    [
      { schema: 1, width: 1, height: 1, layers: [{ type: 'group', name: 'A', width: 1, height: 1, children: {} }] },
      'layers[0].children',
    ],
  ])('refuses %j at "%s"', (json, path) => {
    expect(issuesFrom(() => assertDesign(json, new WeakSet())).map((issue) => issue.path)).toEqual([path])
  })

  test('refuses groups and properties that are nested too deeply', () => {
    let layer: Record<string, unknown> = { type: 'rectangle', name: 'Leaf', width: 1, height: 1 }
    for (let depth = 0; depth < 5000; depth++) {
      layer = { type: 'group', name: `${depth}`, width: 1, height: 1, children: [layer] }
    }
    const [deepGroup] = issuesFrom(() =>
      assertDesign({ schema: 1, width: 1, height: 1, layers: [layer] }, new WeakSet()),
    )
    expect(deepGroup?.message).toBe('groups can be nested at most 10 deep')
    let fill: unknown = 'red'
    for (let depth = 0; depth < 5000; depth++) fill = [fill]
    const leaf = { type: 'rectangle', name: 'Leaf', width: 1, height: 1, fill }
    const [deep] = issuesFrom(() => assertDesign({ schema: 1, width: 1, height: 1, layers: [leaf] }, new WeakSet()))
    expect(deep?.message).toBe('is nested too deeply')
    expect(deep?.path.startsWith(pathOf(['layers', 0, 'fill', 0]))).toBe(true)
  })
})

test.each([
  [
    'text',
    '[a](link=javascript:alert)',
    'layers[0].text: at character 10: "javascript:alert" is no URL that a link may open',
  ],
  [
    'path-text',
    '[a](link="file:///etc")',
    'layers[0].text: at character 10: "file:///etc" is no URL that a link may open',
  ],
])(
  'a link of a %s layer that opens something else than a page, a mail or a call is an error',
  (type, text, message) => {
    const design = (part: object) => ({
      schema: 1,
      width: 9,
      height: 9,
      layers: [{ type, name: 'T', width: 9, height: 9, text, ...part }],
    })
    expect(() => parseTemplate(design({}))).toThrow(message)
    expect(() => parseTemplate(design({ markup: false }))).not.toThrow()
    expect(() => parseTemplate(design({ text: '[a](link={{URL}})' }))).not.toThrow()
  },
)
