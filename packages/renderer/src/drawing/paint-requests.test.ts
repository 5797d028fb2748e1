import { describe, expect, test } from 'vitest'
import { fill } from '#renderer/template/fill.ts'
import { layerKinds } from '#renderer/template/kinds.ts'
import { layerProperties, type PropertySchema } from '#renderer/template/property-schemas.ts'
import { parseTemplate } from '#renderer/template/template.ts'
import { halves } from '#renderer/testing/render.test-kit.ts'

/** Ways to write a picture wherever a property takes one: for its colour, and for each of its parts. */
function withPicture(schema: PropertySchema): unknown[] {
  const forms = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  if (forms.some((form) => form.oneOf?.some(({ properties }) => properties?.type?.const === 'picture'))) return [halves]
  return forms.flatMap(({ properties = {}, required = [], items }) => {
    const needed = Object.fromEntries(required.map((name) => [name, 5]))
    const parts = Object.entries(properties).flatMap(([name, part]) =>
      withPicture(part).map((json) => ({ ...needed, [name]: json })),
    )
    return [...parts, ...(items ? withPicture(items).map((json) => [json]) : [])]
  })
}

describe('requestPaints()', () => {
  const painted = layerKinds.flatMap(({ type }) =>
    Object.entries(layerProperties(type)).flatMap(([name, schema]) =>
      withPicture(schema).map((json) => [type, name, json] as const),
    ),
  )

  test('knows of all kinds what a picture paints', () => {
    const kinds = Map.groupBy(painted, ([type]) => type)
    expect([...kinds].map(([type, all]) => `${type}: ${all.map(([, name]) => name).join(' ')}`)).toEqual([
      'barcode: fill background',
      'chart: colors trackFill textFill',
      'ellipse: fill stroke',
      'group: fill stroke',
      'image: border',
      'line: color',
      'path-text: fill stroke',
      'polygon: fill stroke',
      'qr-code: fill background eyeFill',
      'rating: fill emptyFill stroke',
      'rectangle: fill stroke',
      'star: fill stroke',
      'table: columns textFill headerTextFill headerFill fill alternateFill lineFill border',
      'text: fill stroke',
    ])
  })

  test.each(painted)('asks for the picture that paints a %s: %s', (type, name, json) => {
    const layer = { type, name: 'Any', width: 50, height: 20, ...(type === 'group' && { children: [] }), [name]: json }
    const [filled] = fill(parseTemplate({ schema: 1, width: 100, height: 100, layers: [layer] }), {}).layers
    expect([...(filled?.content?.paints?.values() ?? [])]).toMatchObject([{ src: 'x', fit: 'fill' }])
  })
})

test.each([
  [{ type: 'picture', src: 'x' }, true],
  [{ type: 'picture', src: { bind: 'Photo' } }, false],
] as const)('fill() says whether another record has another background: %j', (background, isStatic) => {
  const json = { schema: 1, width: 10, height: 10, background, locale: { bind: 'Language' }, layers: [] } as const
  expect(fill(parseTemplate(json), { values: { Language: 'de', Photo: 'x' } }).page.isStatic).toBe(isStatic)
})
