import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { layerOf, randomFrom } from '#renderer/testing/random-template.test-kit.ts'
import { canonicalDesign, formatDesign, formatLayer } from './format-design.ts'
import { everyLayer, parseTemplate, type Template } from './template.ts'

function designOf(seed: number) {
  const random = randomFrom(seed)
  const names = { next: 0 }
  const layers = Array.from({ length: 1 + random.below(5) }, () => layerOf(random, names, 0))
  return { schema: 1, name: 'Design', width: 100, height: 100, layers }
}

/** The same JSON with the keys of objects in another order, but for the names of free ones. */
function shuffled(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => (key === 'rows' ? item : shuffled(item)))
  if (typeof value !== 'object' || value === null || /^font(?:Variations|Features)$/.test(key)) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, part]) => [name, shuffled(part, name)]),
  )
}

/** Numbers and texts of the layers and of the objects in them. */
function plainValues(template: Template): { holder: Record<string, unknown>; key: string; value: number | string }[] {
  const holders = everyLayer(template)
    .flatMap(({ layer }) => [layer, ...Object.values(layer)])
    .filter(isObject)
  return holders.flatMap((holder) =>
    Object.entries(holder).flatMap(([key, value]) =>
      typeof value === 'number' || typeof value === 'string' ? [{ holder, key, value }] : [],
    ),
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const linesOf = (design: object) => formatDesign(design).split('\n')

describe('formatDesign()', () => {
  test('is parsed to the same design, comes out the same again, and for any order of keys', () => {
    for (let seed = 0; seed < 40; seed++) {
      const design = designOf(seed)
      const text = formatDesign(design)
      expect(parseTemplate(JSON.parse(text)), `seed ${seed}`).toEqual(parseTemplate(design))
      expect(formatDesign(JSON.parse(text))).toBe(text)
      expect(formatDesign(Object(shuffled(design))), `seed ${seed}`).toBe(text)
      expect(JSON.stringify(canonicalDesign(design))).toBe(JSON.stringify(JSON.parse(text)))
    }
  })

  test('changes one line when one value changes, at any depth', () => {
    let tried = 0
    for (let seed = 0; seed < 25; seed++) {
      const template = parseTemplate(designOf(seed))
      const before = linesOf(template)
      for (const { holder, key, value } of plainValues(template)) {
        holder[key] = typeof value === 'number' ? value + 123_456.75 : `${value} and more words`
        const after = linesOf(template)
        expect(after.length).toBe(before.length)
        expect(after.filter((line, at) => line !== before[at])).toHaveLength(1)
        holder[key] = value
        tried++
      }
    }
    expect(tried).toBeGreaterThan(200)
  })

  test('writes guides and locks before the layers, each on a line', () => {
    const editor = { locked: ['T'], guides: { y: [2], x: [1] }, grid: { margin: 8, columns: 4 } }
    expect(formatDesign({ editor, layers: [], height: 1, width: 2, schema: 1 })).toBe(`{
  "schema": 1,
  "width": 2,
  "height": 1,
  "editor": { "guides": { "x": [1], "y": [2] }, "grid": { "columns": 4, "margin": 8 }, "locked": ["T"] },
  "layers": []
}
`)
  })

  test('writes no defaults, keeps the order of free names and the shortest numbers', () => {
    const layers = [
      {
        width: 1e2,
        rows: [{ b: 1, a: 2 }],
        type: 'table',
        name: 'T',
        height: 50.5,
        shadow: { y: -0, color: '#000', x: undefined },
      },
      {
        type: 'group',
        name: 'G',
        width: 1,
        height: 1,
        children: [],
        fill: { stops: ['red', 'blue'].map((color) => ({ color })), type: 'linear' },
      },
    ]
    expect(formatDesign({ layers, height: 1, width: 2, schema: 1 })).toBe(`{
  "schema": 1,
  "width": 2,
  "height": 1,
  "layers": [
    {
      "type": "table",
      "name": "T",
      "width": 100,
      "height": 50.5,
      "shadow": { "color": "#000", "y": 0 },
      "rows": [{ "b": 1, "a": 2 }]
    },
    {
      "type": "group",
      "name": "G",
      "width": 1,
      "height": 1,
      "fill": { "type": "linear", "stops": [{ "color": "red" }, { "color": "blue" }] },
      "children": []
    }
  ]
}
`)
  })

  test('keeps what the schema does not know, behind what it does', () => {
    const design = { more: { b: 1, a: 2 }, layers: [{ more: 1, name: 'A', type: 'cloud' }], schema: 2 }
    expect(JSON.stringify(canonicalDesign(design))).toBe(
      '{"schema":2,"layers":[{"more":1,"name":"A","type":"cloud"}],"more":{"b":1,"a":2}}',
    )
  })

  test.each(globSync('examples/templates/*.json').sort())('%s is formatted', (path) => {
    const text = readFileSync(path, 'utf8')
    expect(text, 'run: npx pictable template fmt examples/templates').toBe(formatDesign(JSON.parse(text)))
  })
})

test('formatLayer() writes a layer as formatDesign() does, further to the left', () => {
  for (let seed = 0; seed < 20; seed++) {
    const { layers } = designOf(seed)
    const whole = formatDesign({ layers })
    for (const layer of layers) {
      const indented = formatLayer(layer).trimEnd().replaceAll('\n', '\n    ')
      expect(whole, `seed ${seed}`).toContain(`    ${indented}`)
    }
  }
})
