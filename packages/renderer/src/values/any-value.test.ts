import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RenderError } from '#renderer/errors/render-error.ts'
import { layerKinds } from '#renderer/template/kinds.ts'
import { parseTemplate, TemplateError } from '#renderer/template/template.ts'
import { layerOf, randomFrom } from '#renderer/testing/random-template.test-kit.ts'
import { drawPage, renderer } from '#renderer/testing/render.test-kit.ts'
import type { Value } from './value.ts'

const runs = Number(process.env.ANY_VALUE_RUNS ?? 300)

function nested(depth: number, wrap: (value: Value) => Value): Value {
  let value: Value = 'deep'
  for (let level = 0; level < depth; level++) value = wrap(value)
  return value
}

const shapes = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.constantFrom<unknown>(
    [{ a: 1 }, { a: null, b: [1, 'x'] }],
    [{}, [], null, 'x', 1],
    { url: 'https://example.com/a.png', filename: 'a.png' },
    [{ url: 'https://example.com/a.png' }],
    { constructor: 1, toString: 2, length: 3 },
    JSON.parse('{"__proto__": {"a": 1}}'),
    nested(19, (value) => [value]),
    nested(100_000, (value) => [value]),
    nested(100_000, (value) => ({ a: value })),
    new Date(0),
    () => 'x',
    Symbol('x'),
    10n,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    -0,
    '9007199254740993',
    '2030-02-31',
    '\ud800',
    'x'.repeat(100_000),
  ),
)

/** One layer of the kind, whose property takes the value. */
function layerWith(seed: number, type: string, change: Record<string, unknown>) {
  for (let next = seed; ; next++) {
    const layer = layerOf(randomFrom(next), { next: 0 }, 0)
    if (layer.type === type) return { ...layer, name: 'Layer', visible: true, ...change }
  }
}

async function outcomeOf(layer: Record<string, unknown>, job: Record<string, unknown>): Promise<unknown> {
  try {
    const template = parseTemplate({ schema: 1, width: 60, height: 60, layers: [layer] })
    const { files } = await renderer.render({ template, ...job })
    return files.length
  } catch (error) {
    return error
  }
}

const properties = layerKinds.flatMap(({ type, shape }) => Object.keys(shape).map((property) => ({ type, property })))

test('render() makes a picture or says what is wrong, whatever a bound property is given', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(1000), fc.constantFrom(...properties), shapes, async (seed, { type, property }, value) => {
      const bound = layerWith(seed, type, { [property]: { bind: 'V' } })
      const outcome = await outcomeOf(bound, { values: { V: value } })
      // Names, kinds and layers inside cannot be bound: the template says so.
      if (outcome instanceof TemplateError) return
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(RenderError)
      else expect(outcome).toBe(1)
    }),
    { numRuns: runs },
  )
})

test('render() makes a picture or says what is wrong, whatever a modification holds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(1000), fc.constantFrom(...properties), shapes, async (seed, { type, property }, value) => {
      const outcome = await outcomeOf(layerWith(seed, type, {}), {
        modifications: [{ name: 'Layer', [property]: value }],
      })
      if (outcome instanceof TemplateError) return
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(RenderError)
      else expect(outcome).toBe(1)
    }),
    { numRuns: runs },
  )
})

test('render() draws a list of objects as the rows of a table', async () => {
  const table = { type: 'table' as const, name: 'Table', width: 100, height: 100, rowHeight: 20, fontSize: 10 }
  const lists = [
    ['Item', 'Price'],
    ['Tea', 4],
    ['Mug', 9],
  ]
  const objects = [
    { Item: 'Tea', Price: 4 },
    { Item: 'Mug', Price: 9 },
  ]
  const drawn = await drawPage([{ ...table, rows: lists }])
  const options = { values: { Rows: objects } }
  const [bound, changed] = await Promise.all(
    [
      { layers: [{ ...table, rows: { bind: 'Rows' } }], ...options },
      { layers: [table], modifications: [{ name: 'Table', rows: objects }] },
    ].map(async ({ layers, ...job }) => {
      const { files, report } = await renderer.render({
        template: { schema: 1, width: 100, height: 100, layers },
        ...job,
      })
      return { bytes: Buffer.from(files[0]?.bytes ?? []), report }
    }),
  )
  expect(bound?.report.layers.Table).toEqual(drawn.report.layers.Table)
  expect(bound?.bytes.equals(changed?.bytes ?? Buffer.alloc(0))).toBe(true)
  expect(bound?.report.layers.Table).toMatchObject({ lines: 2 })
})
