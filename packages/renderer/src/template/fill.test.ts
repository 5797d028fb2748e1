import { describe, expect, test } from 'vitest'
import type { FilledLayer } from '#renderer/model/filled-layer.ts'
import { drawPage, red } from '#renderer/testing/render.test-kit.ts'
import type { Values } from '#renderer/values/value.ts'
import type { Modification } from './changes.ts'
import { escapeDesign } from './escape-design.ts'
import { fill } from './fill.ts'
import { parseTemplate, type TemplateInput } from './template.ts'

type LayerInput = TemplateInput['layers'][number]

function fillOne(layer: LayerInput, values: Values, modifications: Modification[] = []): FilledLayer | undefined {
  const template = parseTemplate({ schema: 1, width: 100, height: 100, layers: [layer] })
  return fill(template, { values, modifications }).layers[0]
}

const box = { type: 'rectangle', name: 'Box', width: 10, height: 10 } as const
const photo = { type: 'image', name: 'Photo', width: 10, height: 10 } as const

const words = { type: 'text', name: 'Words', width: 90, height: 90 } as const

/** What is filled, and what is said about it in words. */
function fillInWords(...given: Parameters<typeof fill>) {
  const { layers, warnings } = fill(...given)
  return { layers, warnings: warnings.map(({ message }) => message) }
}

/** What is drawn of the text of a layer, by its report. */
function warningsOf(layer: LayerInput, values: Values, page: Partial<TemplateInput> = {}): readonly string[] {
  const template = parseTemplate({ schema: 1, width: 100, height: 100, layers: [layer], ...page })
  return fillInWords(template, { values }).warnings
}

describe('fill() of expressions', () => {
  test('puts them into texts, each time with the values of the record', async () => {
    const template = parseTemplate({ schema: 1, width: 100, height: 100, layers: [{ ...words, text: '{{A}}{{B}}' }] })
    const [one] = fill(template, { values: { A: 'x' } }).layers
    const [same] = fill(template, { values: { A: 'x' } }).layers
    const [other] = fill(template, { values: { A: 'y' } }).layers
    expect(same).toBe(one)
    expect(other).not.toBe(one)
    expect(one?.isStatic).toBe(false)
  })

  test('draws the same as the text that they give', async () => {
    const drawn = async (text: string, values: Values = {}) => {
      const { at } = await drawPage([{ ...words, text }], { values })
      return Array.from({ length: 400 }, (_, index) => at((index % 20) * 5, Math.floor(index / 20) * 5).join()).join(
        ';',
      )
    }
    const expected = await drawn('Only **€5.00**')
    expect(await drawn('{{Word}} **{{Price | currency:EUR}}**', { Word: 'Only', Price: 5 })).toBe(expected)
    expect(await drawn('\\{{x}}')).toBe(await drawn('{{Braces}}', { Braces: '{{x}}' }))
    expect(await drawn('\\{{x}}')).not.toBe(await drawn('x'))
  })

  test('leaves a layer whose braces are escaped static', () => {
    expect(fillOne({ ...words, text: '\\{{x}}' }, {})?.isStatic).toBe(true)
  })

  test('computes any property, with its fallback', () => {
    const layer = { ...box, width: { expression: 'A * 2', fallback: 7 }, visible: { expression: 'Stock > 0' } }
    expect(fillOne(layer, { A: '4', Stock: 1 })?.common).toMatchObject({ width: 8 })
    expect(fillOne(layer, { Stock: 1 })?.common).toMatchObject({ width: 7 })
    expect(fillOne(layer, { Stock: 0 })?.content).toBeUndefined()
    const picture = fillOne({ ...photo, src: { expression: 'Photo || Logo' } }, { Logo: ['', 'logo.png'] })
    expect(picture?.content?.image?.src).toBe('logo.png')
  })

  test('computes cells of tables, and leaves other objects in their rows as they are', async () => {
    const drawn = async (rows: Extract<LayerInput, { type: 'table' }>['rows'], values: Values = {}) => {
      const { at } = await drawPage([{ type: 'table', name: 'Table', width: 90, height: 90, rows }], { values })
      return Array.from({ length: 900 }, (_, index) => at((index % 30) * 3, Math.floor(index / 30) * 3).join()).join(
        ';',
      )
    }
    const plain = await drawn([
      ['Item', 'Sum'],
      ['Tea', 9],
    ])
    const values = { Price: 4.5, Name: 'Tea' }
    const bound = await drawn(
      [
        ['Item', 'Sum'],
        [{ bind: 'Name' }, { expression: 'Price * 2' }],
      ],
      values,
    )
    expect(bound).toBe(plain)
    expect(await drawn([{ Item: { bind: 'Name' }, Sum: { expression: 'Price * 2' } }], values)).toBe(plain)
    // A column may be called so.
    expect(await drawn([{ expression: 'a', bind: 'b' }])).toBe(
      await drawn([
        ['expression', 'bind'],
        ['a', 'b'],
      ]),
    )
    expect(await drawn([{ expression: 'a +' }])).toBe(await drawn([['expression'], ['a +']]))
    // As an earlier release drew it.
    const cell = { expression: '1 / 0' }
    const [earlier] = escapeDesign(
      { layers: [{ type: 'table', rows: [['A'], [cell]] }] },
      { expressions: true, links: false },
    ).layers
    expect(await drawn(earlier?.rows)).toBe(await drawn([['A'], [JSON.stringify(cell)]]))
  })

  test('fills thousands of cells, and leaves the template as it is', async () => {
    const rows = Array.from({ length: 10_000 }, (_, n) => [{ bind: 'A', fallback: n }, { expression: 'A || 1' }])
    const table = {
      type: 'table',
      name: 'Table',
      width: 90,
      height: 90,
      fit: 'truncate',
      more: '',
      headerRow: false,
    } as const
    const written = JSON.stringify(rows)
    const cells = (values: Values) => drawPage([{ ...table, rows }], { values })
    const plain = (given: (string | number)[][]) => drawPage([{ ...table, rows: given }])
    const pixels = ({ at }: Awaited<ReturnType<typeof drawPage>>) =>
      Array.from({ length: 900 }, (_, index) => at((index % 30) * 3, Math.floor(index / 30) * 3).join()).join(';')
    expect(pixels(await cells({ A: '' }))).toBe(pixels(await plain(rows.map((_, n) => [n, 1]))))
    expect(JSON.stringify(rows)).toBe(written)
  })

  describe('in the address of a picture', () => {
    const srcOf = (src: string, values: Values) => fillOne({ ...photo, src }, values)?.content?.image?.src

    test.each<[string, Values, string]>([
      ['{{Main || Second}}', { Main: 'a.png', Second: '' }, 'a.png'],
      ['{{Main || Second}}', { Main: '', Second: 'b.png' }, 'b.png'],
      ['{{Main || Second}}', { Main: '', Second: null }, ''],
      ['{{Main || Second || Third}}', { Second: 'b.png' }, 'b.png'],
      ['/{{Main || Second}}', { Main: 'a.png', Second: '' }, '/a.png'],
      ['/{{Main || Second}}', { Main: '', Second: '' }, ''],
      ['/{{Folder || ""}}a.png', { Folder: '' }, '/a.png'],
      ['{{Photo | default:[Logo]}}', { Photo: 'a.png', Logo: '' }, 'a.png'],
      ['{{Photo | default:[Logo]}}', { Photo: '', Logo: 'logo.png' }, 'logo.png'],
      ['/{{Photo | default:[Logo]}}', { Photo: 'a.png', Logo: '' }, '/a.png'],
      ['/{{Photo | default:[Logo]}}', { Photo: '', Logo: '' }, ''],
      ['{{Dark ? Night : Day}}', { Dark: true, Night: 'n.png', Day: '' }, 'n.png'],
      ['/{{Dark ? Night : Day}}', { Dark: false, Night: '', Day: 'd.png' }, '/d.png'],
      ['/{{Dark ? Night : Day}}', { Dark: true, Night: '', Day: 'd.png' }, ''],
      ['{{Photo ? Photo : Logo}}', { Photo: '', Logo: 'logo.png' }, 'logo.png'],
      ['/{{Photo || Logo}}?v={{Version}}', { Photo: 'a.png', Version: '' }, ''],
      ['/{{SKU + ".png"}}', { SKU: '' }, ''],
      ['{{"/" + SKU + ".png"}}', { SKU: '' }, ''],
      ['{{Sale && Photo}}', { Sale: '', Photo: '' }, ''],
      ['/{{Off}}.png', { Off: false }, '/false.png'],
    ])('%s with %o is %o', (src, values, expected) => {
      expect(srcOf(src, values)).toBe(expected)
    })

    test('a list is its first picture, alone and as a part', () => {
      const values = { Photo: ['', ['a.png'], 'b.png'], None: [''] }
      expect(srcOf('{{Photo}}', values)).toBe('a.png')
      expect(srcOf('{{None || Photo}}', values)).toBe('a.png')
      expect(srcOf('/{{Photo}}?{{Photo}}', values)).toBe('/a.png?a.png')
      expect(srcOf('{{None}}', values)).toBe('')
    })

    test('a value alone may be as long as a bound one', () => {
      const data = `data:image/png;base64,${'A'.repeat(1_000_001)}`
      expect(srcOf('{{Photo}}', { Photo: data })).toBe(data)
      expect(srcOf('{{Photo || Logo}}', { Photo: data })).toBe(data)
      expect(srcOf('{{Photo | default:[Logo]}}', { Photo: data })).toBe(data)
      expect(() => srcOf('/{{Photo}}', { Photo: data })).toThrow('the text is longer than 1000000 characters')
    })

    test('a part that is missing needs nothing of the parts after it', () => {
      expect(srcOf('/{{SKU}}/{{Price * 2}}', { SKU: '', Price: 'free' })).toBe('')
    })
  })

  test('names the layer, the property and the place of what is wrong', () => {
    const wrong = (layer: LayerInput, values: Values) => () => fillOne(layer, values)
    expect(wrong({ ...words, text: 'for {{Price * 2}}' }, { Price: 'free' })).toThrow(
      'layer "Words": text at character 13: "free" is not a number, which "*" needs',
    )
    expect(wrong({ ...box, width: { expression: 'A + "px"' } }, { A: 4 })).toThrow(
      'layer "Box": width: the result of the expression is "4px", but it must be a number',
    )
    expect(warningsOf({ ...words, text: '{{Price | currency:EUR}}' }, { Price: 'free' })).toEqual([
      'layer "Words": text: "free" is not a number, so it is shown unformatted',
    ])
  })

  test('warns of a name that no value has, with its place and the nearest name', () => {
    const text = 'for {{Prise | currency:EUR}}'
    expect(warningsOf({ ...words, text }, { Price: 5 })).toEqual([
      'layer "Words": text at character 7: there is no value "Prise"; did you mean "Price"?',
    ])
    expect(warningsOf({ ...words, text }, { Prise: null })).toEqual([])
    expect(warningsOf({ ...words, text: '{{A}}{{B || "x"}}{{C | default:1}}{{D ? 1 : 2}}' }, {})).toEqual([
      'layer "Words": text at character 3: there is no value "A"',
    ])
    expect(
      warningsOf({ ...box, width: { expression: '2 * W' }, x: { expression: 'X', fallback: 1 } }, { W: 2 }),
    ).toEqual([])
    expect(warningsOf({ ...box, rotation: { expression: '2 * R' } }, {})).toEqual([
      'layer "Box": rotation at character 5: there is no value "R"',
    ])
  })

  test('formats as the locale of the page says, which a field may decide', () => {
    const layer = { ...photo, src: '', name: 'x', visible: true }
    const template = parseTemplate({
      ...{ schema: 1, width: 100, height: 100, locale: { bind: 'Language', fallback: 'fr' } },
      layers: [{ ...layer, src: { expression: '1234.5 | number' } }],
    })
    const shown = (values: Values) => fill(template, { values }).layers[0]?.content?.image?.src
    expect([shown({}), shown({ Language: 'de' }), shown({})]).toEqual(['1\u202f234,5', '1.234,5', '1\u202f234,5'])
    expect(() => shown({ Language: 'x_y' })).toThrow(
      'the page: locale: the value "Language" is "x_y", but it is not a locale',
    )
  })

  test('takes values and modifications as they are', async () => {
    const layer = { ...photo, src: { bind: 'A' } }
    expect(fillOne(layer, { A: '{{B}}' })?.content?.image?.src).toBe('{{B}}')
    const modified = fillOne({ ...words, text: '{{A' + '}}' }, {}, [{ name: 'Words', text: '{{' }])
    expect(modified?.content).toBeDefined()
  })
})

describe('fill() of an invalid value', () => {
  const layer = { ...box, fill: { bind: 'Colour', fallback: 'blue' }, width: { bind: 'W', fallback: 7 } } as const
  const filled = (onInvalid: 'fail' | 'fallback' | 'hide' | undefined, values: Values) => {
    const template = parseTemplate({ schema: 1, width: 100, height: 100, layers: [{ ...layer, onInvalid }, words] })
    return fillInWords(template, { values })
  }

  test.each([undefined, 'fail'] as const)('fails with onInvalid: %s', (onInvalid) => {
    expect(() => filled(onInvalid, { Colour: 'no colour' })).toThrow(
      'layer "Box": fill: the value "Colour" is "no colour", but it is not a colour',
    )
  })

  test('uses the fallback of each property that is invalid, with a warning', () => {
    const { layers, warnings } = filled('fallback', { Colour: 'no colour', W: 'wide' })
    expect(layers[0]?.common.width).toBe(7)
    expect(layers[0]?.content).toBeDefined()
    expect(warnings).toEqual([
      expect.stringMatching(/^layer "Box": width: the value "W" is "wide", .*, so its fallback is used$/),
      expect.stringMatching(/^layer "Box": fill: the value "Colour" is "no colour", .*, so its fallback is used$/),
    ])
    expect(filled('fallback', { Colour: 'red', W: 5 }).warnings).toEqual([])
  })

  test('uses the default when the fallback is invalid, too, and fails where there is none', () => {
    const filledWith = (part: Partial<typeof box> | object, values: Values) => {
      const one = parseTemplate({
        schema: 1,
        width: 9,
        height: 9,
        layers: [{ ...box, onInvalid: 'fallback', ...part }],
      })
      return fillInWords(one, { values })
    }
    const { warnings, layers } = filledWith({ fill: { bind: 'C', fallback: 'no colour' } }, { C: 'none' })
    expect(layers[0]?.content).toBeDefined()
    expect(warnings).toEqual([
      expect.stringMatching(/^layer "Box": fill: the fallback is "no colour", but it is not a colour/),
      expect.stringMatching(/^layer "Box": fill: the value "C" is "none", .*, so its default is used$/),
    ])
    expect(() => filledWith({ width: { bind: 'W' } }, { W: 'wide' })).toThrow(
      'layer "Box": width: the value "W" is "wide", but it must be a number; the property has no default, so give it a fallback',
    )
    expect(filledWith({ visible: { bind: 'V' } }, { V: 'maybe' }).warnings).toEqual([
      expect.stringMatching(/^layer "Box": visible: the value "V" is "maybe", .*, so the layer is hidden$/),
    ])
  })

  test('hides the layer and no other one, with a warning', () => {
    const { layers, warnings } = filled('hide', { Colour: 'no colour' })
    expect(layers.map(({ content }) => content !== undefined)).toEqual([false, true])
    expect(warnings).toEqual([expect.stringMatching(/^layer "Box": fill: .*, so the layer is hidden$/)])
    expect(filled('hide', { Colour: 'red', W: 5 }).layers[0]?.content).toBeDefined()
  })

  test.each(['hide', 'fallback'] as const)('hides a code whose value it cannot show: %s', async (onInvalid) => {
    const code = { type: 'barcode', name: 'Code', width: 90, height: 90, format: 'ean-13', value: '{{EAN}}' } as const
    await expect(drawPage([code], { values: { EAN: 'x' } })).rejects.toThrow('cannot be encoded')
    const { report, at } = await drawPage(
      [
        { ...code, onInvalid },
        { ...box, fill: 'red' },
      ],
      {
        values: { EAN: 'x' },
      },
    )
    expect(report.warnings).toEqual([
      expect.stringMatching(/^layer "Code": .*cannot be encoded.*, so the layer is hidden$/),
    ])
    expect(at(5, 5)).toEqual(red)
  })
})

describe('fill()', () => {
  test('puts values into properties and makes of them what the property wants', () => {
    const layer = { ...box, width: { bind: 'W' }, x: { bind: 'X' }, visible: { bind: 'Shown' } }
    const filled = fillOne(layer, { W: ' 25.5 ', X: 3, Shown: 'Yes' })
    expect(filled?.common).toMatchObject({ width: 25.5, x: 3, visible: true })
    expect(filled?.isStatic).toBe(false)
  })

  test('uses the fallback for an empty value, else the default', () => {
    const layer = { ...box, x: { bind: 'X', fallback: 7 }, y: { bind: 'Y' } }
    expect(fillOne(layer, { X: ' ', Y: null })?.common).toMatchObject({ x: 7, y: 0 })
  })

  test('takes an empty value for no, where yes or no is asked', () => {
    expect(fillOne({ ...box, visible: { bind: 'Shown' } }, {})?.content).toBeUndefined()
    expect(fillOne({ ...box, visible: { bind: 'Shown', fallback: true } }, {})?.content).toBeDefined()
  })

  test('fills parts of properties, also in lists', async () => {
    const stops = [{ color: { bind: 'A' } }, { color: { bind: 'B', fallback: '#ff0000' } }]
    const layer = { ...box, width: 100, height: 100, fill: { type: 'linear', stops } } as const
    const page = await drawPage([layer], { values: { A: '#ff0000' } })
    expect(page.at(50, 50)).toEqual(red)
  })

  test('takes the first picture of several', () => {
    expect(
      fillOne({ ...photo, src: { bind: 'Photos' } }, { Photos: ['', 'a.png', 'b.png'] })?.content?.image?.src,
    ).toBe('a.png')
  })

  test('never takes a value from the prototype of the values', () => {
    expect(fillOne({ ...photo, src: { bind: 'constructor' } }, {})?.content?.image?.src).toBe('')
  })

  test.each([
    [{ ...box, x: { bind: 'X' } }, { X: 'left' }, 'layer "Box": x: the value "X" is "left", but it must be a number'],
    [
      { ...box, width: { bind: 'W' } },
      { W: -5 },
      'layer "Box": width: the value "W" is "-5", but it must be at least 0',
    ],
    [{ ...box, width: { bind: 'W' } }, {}, 'layer "Box": width is required, but the value "W" is empty'],
    [{ ...box, fill: { bind: 'C' } }, { C: 'reddish' }, /fill: the value "C" is "reddish", but it is not a colour/],
  ])('says which value does not suit (%#)', (layer, values, message) => {
    expect(() => fillOne(layer, values)).toThrow(message)
  })

  test('does not look at what an invisible layer would have been', () => {
    const layer = { ...box, width: { bind: 'W' }, visible: { when: { value: 'W', notEmpty: true } } } as const
    expect(fillOne(layer, {})?.content).toBeUndefined()
    const sold = { ...layer, visible: { when: { value: 'Status', equals: 'Sold' } } } as const
    expect(fillOne(sold, { W: 'wide' })?.content).toBeUndefined()
    expect(() => fillOne(sold, { W: 'wide', Status: 'Sold' })).toThrow('must be a number')
  })

  test('fills a layer that no value changes only once', () => {
    const template = parseTemplate({ schema: 1, width: 1, height: 1, layers: [box] })
    expect(fill(template, {}).layers[0]).toBe(fill(template, { values: { A: 1 } }).layers[0])
    expect(fill(template, { modifications: [{ name: 'Box', x: 5 }] }).layers[0]?.common.x).toBe(5)
    expect(fill(template, {}).layers[0]?.common.x).toBe(0)
  })

  test('formats values and says when it could not', async () => {
    const layer = {
      type: 'text',
      name: 'T',
      width: 9,
      height: 9,
      text: { bind: 'P', format: { type: 'currency', currency: 'EUR' } },
    } as const
    const template = parseTemplate({ schema: 1, width: 100, height: 100, layers: [layer] })
    expect(fillInWords(template, { values: { P: 5 } }).warnings).toEqual([])
    expect(fillInWords(template, { values: { P: 'on request' } }).warnings).toEqual([
      'layer "T": text: "on request" is not a number, so it is shown unformatted',
    ])
  })

  test('lets modifications win over bindings', () => {
    const layer = { ...box, x: { bind: 'X' }, visible: { when: { value: 'X', equals: 1 } } } as const
    const filled = fillOne(layer, { X: 'wrong' }, [
      { name: 'Box', x: '12' },
      { name: 'Box', visible: true, y: 3 },
    ])
    expect(filled?.common).toMatchObject({ x: 12, y: 3, visible: true })
  })

  test.each([
    [{ name: 'Bix', x: 1 }, 'modifications[0]: there is no layer named "Bix"; there are "Box"'],
    [{ name: 'Box', src: 'x' }, 'layer "Box" (rectangle) has no property "src"'],
    [{ name: 'Box', toString: 'x' }, 'layer "Box" (rectangle) has no property "toString"'],
    [{ name: 'Box', x: 'far' }, 'layer "Box": x: must be a number'],
  ])('refuses a modification that fits no layer (%#)', (modification, message) => {
    expect(() => fillOne(box, {}, [modification])).toThrow(message)
  })
})
