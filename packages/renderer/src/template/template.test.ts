import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { escapeBraces } from '#renderer/expressions/braces.ts'
import { layerKinds } from './kinds.ts'
import { parseTemplate, TemplateError, templateSchema, variablesOf } from './template.ts'

const page = { schema: 1, width: 100, height: 100 }
const box = { type: 'rectangle', name: 'Box', width: 10, height: 10 }
const words = { type: 'text', name: 'Words', width: 10, height: 10 }

function group(name: string, children: object[]): object {
  return { type: 'group', name, width: 50, height: 50, children }
}

function nested(depth: number): object {
  return Array.from({ length: depth }, (_, at) => `Group ${at}`).reduce<object>(
    (inner, name) => group(name, [inner]),
    box,
  )
}

function issuesOf(json: unknown): string[] {
  try {
    parseTemplate(json)
    return []
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    return error.issues.map(({ path, message }) => `${path}: ${message}`)
  }
}

describe('the length of a text', () => {
  const shape = { name: 'A', width: 90, height: 90 }
  const arc = { ...shape, type: 'path-text' }
  test.each([
    ['qr-code', 'value', 3000, { ...shape, type: 'qr-code' }],
    ['path-text', 'text', 2000, arc],
  ])('%s is measured without the backslashes of braces', (_, key, most, layer) => {
    const wrong = (text: string) => issuesOf({ ...page, layers: [{ ...layer, [key]: text }] })
    const braces = '{{'.repeat(most / 2)
    expect(wrong(escapeBraces(braces))).toEqual([])
    expect(wrong(escapeBraces(`${braces}x`))).toEqual([`layers[0].${key}: must be at most ${most} characters long`])
    expect(wrong('x'.repeat(most + 1))).toEqual([`layers[0].${key}: must be at most ${most} characters long`])
  })

  test('is looked at before the text is read', () => {
    const text = '{{"\\a"}}'.repeat(400_000)
    const from = process.cpuUsage().user
    expect(issuesOf({ ...page, layers: [{ ...arc, text }] })).toHaveLength(1)
    expect(process.cpuUsage().user - from).toBeLessThan(100_000)
  })
})

describe('parseTemplate()', () => {
  test('leaves a template as it was written', () => {
    const template = {
      ...page,
      name: 'Card',
      layers: [{ ...words, text: { bind: 'Title' }, fill: { bind: 'Color', fallback: 'red' } }],
    }
    expect(parseTemplate(template)).toEqual(template)
    expect(parseTemplate(parseTemplate(template))).toEqual(template)
  })

  test.each([
    ['no object', 'text', [': must be an object']],
    ['another schema', { ...page, schema: 2, layers: [] }, ['schema: must be 1']],
    ['a missing size', { schema: 1, width: 5, layers: [] }, ['height: is required']],
    ['a size too large', { ...page, width: 10_001, layers: [] }, ['width: must be at most 10000']],
    [
      'an unknown property',
      { ...page, layers: [{ ...box, colour: 'red' }] },
      ['layers[0].colour: is not a known property'],
    ],
    [
      'an unknown kind',
      { ...page, layers: [{ type: 'cloud', name: 'Cloud' }] },
      [`layers[0].type: must be ${layerKinds.map(({ type }) => `"${type}"`).join(' or ')}`],
    ],
    [
      'a wrong number',
      { ...page, layers: [box, box, { ...words, fontSize: 'big' }] },
      ['layers[2].fontSize: must be a number or a binding'],
    ],
    [
      'a wrong colour deep inside',
      { ...page, layers: [{ ...box, fill: { type: 'linear', stops: [{ color: 'red' }, { color: 'reddish' }] } }] },
      ['layers[0].fill.stops[1].color: is not a colour such as "#ff8800", "rgb(255 136 0)" or "orange"'],
    ],
    [
      'a gradient of one colour',
      { ...page, background: { type: 'linear', stops: [{ color: 'red' }] }, layers: [] },
      ['background.stops: must be at least 2 entries long'],
    ],
    [
      'a wrong choice',
      { ...page, layers: [{ ...words, align: 'middle' }] },
      [expect.stringContaining('layers[0].align: must be "left"')],
    ],
    [
      'an empty binding',
      { ...page, layers: [{ ...words, text: { bind: '' } }] },
      ['layers[0].text.bind: must not be empty'],
    ],
    [
      'a wrong format',
      { ...page, layers: [{ ...words, text: { bind: 'A', format: { type: 'date', timeZone: 'Mars' } } }] },
      ['layers[0].text.format.timeZone: is not a time zone such as "Europe/Berlin"'],
    ],
    [
      'digits that contradict each other',
      {
        ...page,
        layers: [{ ...words, text: { bind: 'A', format: { type: 'number', minimumDigits: 5, maximumDigits: 2 } } }],
      },
      ['layers[0].text.format.maximumDigits: must not be less than the minimum'],
    ],
    ['a name twice', { ...page, layers: [box, box] }, ['layers[1].name: "Box" is already the name of layers[0]']],
    [
      'an anchor to nowhere',
      { ...page, layers: [{ ...box, anchor: { layer: 'Title', side: 'below' } }] },
      ['layers[0].anchor.layer: there is no layer named "Title"'],
    ],
    [
      'anchors in a circle',
      {
        ...page,
        layers: [
          { ...box, anchor: { layer: 'Words', side: 'below' } },
          { ...words, anchor: { layer: 'Box', side: 'below' } },
          { ...box, name: 'Third', anchor: { layer: 'Box', side: 'left' } },
        ],
      },
      [
        'layers[0].anchor.layer: is circular: Box -> Words -> Box',
        'layers[1].anchor.layer: is circular: Words -> Box -> Words',
      ],
    ],
    [
      'a layer anchored to itself',
      { ...page, layers: [{ ...box, anchor: { layer: 'Box', side: 'below' } }] },
      ['layers[0].anchor.layer: is circular: Box -> Box'],
    ],
    [
      'a wrong property deep inside groups',
      { ...page, layers: [box, group('One', [words, group('Two', [{ ...box, name: 'Deep', x: 'left' }])])] },
      ['layers[1].children[1].children[0].x: must be a number or a binding'],
    ],
    ['a group of nothing', { ...page, layers: [{ ...box, type: 'group' }] }, ['layers[0].children: is required']],
    [
      'children where there can be none',
      { ...page, layers: [{ ...box, children: [] }] },
      ['layers[0].children: is not a known property'],
    ],
    [
      'a name twice, in different groups',
      { ...page, layers: [box, group('One', [box])] },
      ['layers[1].children[0].name: "Box" is already the name of layers[0]'],
    ],
    [
      'an anchor into another group',
      { ...page, layers: [group('One', [{ ...box, anchor: { layer: 'Words', side: 'below' } }]), words] },
      ['layers[0].children[0].anchor.layer: there is no layer named "Words" here; it is in another group'],
    ],
    [
      'masks and anchors in a circle',
      {
        ...page,
        layers: [
          { ...box, mask: { layer: 'Words' } },
          { ...words, anchor: { layer: 'Box', side: 'below' } },
        ],
      },
      [
        'layers[0].mask.layer: is circular: Box -> Words -> Box',
        'layers[1].anchor.layer: is circular: Words -> Box -> Words',
      ],
    ],
    [
      'a long circle, without the names between',
      {
        ...page,
        layers: Array.from({ length: 11 }, (_, at) => {
          return { ...box, name: `B${at}`, anchor: { layer: `B${(at + 1) % 11}`, side: 'below' } }
        }),
      },
      Array.from({ length: 11 }, (_, at) => {
        return `layers[${at}].anchor.layer: is circular: B${at} -> B${(at + 1) % 11} -> … -> B${at}`
      }),
    ],
    [
      'a circle beside a way that ends',
      {
        ...page,
        layers: [
          { ...box, anchor: { layer: 'End', side: 'below' }, mask: { layer: 'Words' } },
          { ...words, anchor: { layer: 'End', side: 'below' }, mask: { layer: 'Box' } },
          { ...box, name: 'End' },
        ],
      },
      [
        'layers[0].mask.layer: is circular: Box -> Words -> Box',
        'layers[1].mask.layer: is circular: Words -> Box -> Words',
      ],
    ],
    [
      'groups too deep in each other',
      { ...page, layers: [nested(11)] },
      [`layers[0]${'.children[0]'.repeat(10)}: groups can be nested at most 10 deep`],
    ],
    [
      'groups without end',
      { ...page, layers: [nested(5000)] },
      [expect.stringMatching(/children: is nested too deeply$/)],
    ],
    [
      'too many layers in groups',
      {
        ...page,
        layers: ['A', 'B'].map((name) =>
          group(
            name,
            Array.from({ length: 250 }, (_, at) => ({ ...box, name: name + at })),
          ),
        ),
      },
      ['layers: has 502 layers, including those in groups; at most 500 are allowed'],
    ],
    [
      'a condition that tests nothing',
      { ...page, layers: [{ ...box, visible: { when: { value: 'Stock' } } }] },
      ['layers[0].visible.when: needs one of equals, notEquals, empty, notEmpty, greater, less'],
    ],
  ])('refuses %s', (_what, json, issues) => {
    expect(issuesOf(json)).toEqual(issues)
  })

  test('keeps what the visual editor needs, and says what is wrong in it', () => {
    const editor = {
      guides: { x: [60, 1020], y: [-10.5] },
      grid: { columns: 12, gutter: 24, margin: 60, visible: false },
      safeArea: { top: 250, bottom: 340 },
      locked: ['Box', 'A layer that is gone'],
    }
    expect(parseTemplate({ ...page, editor, layers: [box] })).toHaveProperty('editor', editor)
    const wrong = { guides: { z: [1] }, grid: { columns: 0 }, locked: 'Box' }
    expect(issuesOf({ ...page, editor: wrong, layers: [box] })).toEqual([
      'editor.guides.z: is not a known property',
      'editor.grid.columns: must be at least 1',
      'editor.locked: must be a list',
    ])
  })

  test('takes a page of 100 million pixels and no more', () => {
    expect(issuesOf({ ...page, width: 10_000, height: 10_000, layers: [] })).toEqual([])
  })
})

describe('templateSchema', () => {
  test('becomes a JSON Schema of a size that editors can read', () => {
    const json = z.toJSONSchema(templateSchema, { io: 'input', unrepresentable: 'any' })
    expect(json.properties?.layers).toMatchObject({ type: 'array', maxItems: 500, items: { $ref: '#/$defs/Layer' } })
    expect(Object.keys(json.$defs ?? {})).toEqual(expect.arrayContaining(['Layer', 'Binding']))
    expect(JSON.stringify(json).length).toBeLessThan(500_000)
  })
})

describe('parseTemplate() of expressions', () => {
  test.each([
    [
      'text',
      { text: 'a {{Price | curency:EUR}}' },
      'at character 13: there is no filter "curency"; did you mean "currency"?',
    ],
    ['text', { text: 'a {{Price' }, 'at character 3: "{{" has no "}}"; write \\{{ to show the braces'],
    ['fill', { fill: { expression: 'Stock >' } }, 'at character 8: expected a name'],
    ['fill', { fill: { expression: 'Stock', fallbck: 1 } }, 'is not a known property'],
  ])('names the place in %s of %j', (property, written, message) => {
    const [issue = ''] = issuesOf({ ...page, layers: [{ ...words, ...written }] })
    expect(issue).toContain(`layers[0].${property}`)
    expect(issue).toContain(message)
  })

  test('takes braces as they are where there are no expressions', () => {
    const layer = { ...words, name: '{{Name', text: { bind: 'A', fallback: '{{B' }, fontFamily: '{{C' }
    expect(issuesOf({ ...page, name: '{{', layers: [layer] })).toEqual([])
  })
})

describe('variablesOf()', () => {
  test('takes nothing in the rows of a table for a binding that is none', () => {
    const none = [
      { bind: [] },
      { bind: '' },
      { bind: '__proto__' },
      { bind: 'a', fallback: {} },
      { bind: 'a', more: 1 },
    ]
    const table = { type: 'table', name: 'Table', width: 1, height: 1, rows: [[...none, { bind: 'b' }]] }
    expect(variablesOf(parseTemplate({ ...page, layers: [table] })).map(({ name }) => name)).toEqual(['b'])
  })

  test('lists every use of a variable with what it has to be', () => {
    const photo = { type: 'image', name: 'Photo', width: 1, height: 1, src: { bind: 'Photo' } }
    const written = { ...photo, name: 'Written', src: '{{Photo}}', fallback: '{{No}}' }
    const made = { ...photo, name: 'Made', src: 'https://shop.example/{{Shop | lower}}/{{SKU}}.jpg' }
    const inside = { ...photo, name: 'Inside', src: 'data:image/svg+xml,{{No' }
    const template = parseTemplate({
      ...page,
      background: { bind: 'Brand' },
      layers: [
        {
          ...words,
          text: { bind: ['First', 'Last'] },
          fontSize: { bind: 'Size' },
          visible: { when: { value: 'On', equals: true } },
        },
        {
          ...box,
          fill: { type: 'linear', stops: [{ color: { bind: 'Brand' } }, { color: 'red' }] },
          visible: { bind: 'Shown' },
        },
        {
          type: 'group',
          name: 'Frame',
          width: 1,
          height: 1,
          gap: { bind: 'Gap' },
          children: [photo, written, made, inside],
        },
        {
          ...{
            type: 'qr-code',
            name: 'Code',
            width: 1,
            height: 1,
            value: '{{Name || "x"}} {{Price | number}} \\{{No}}',
          },
          fill: { expression: 'Stock == 0 ? Alert : "black"' },
        },
      ],
    })
    const uses = variablesOf(template).map(({ name, kind, layer = 'page', property, required, isResult }) => {
      return `${name} (${kind}): ${layer}.${property}${required ? '' : ', optional'}${isResult ? '' : ', computed'}`
    })
    expect(uses).toEqual([
      'Brand (color): page.background',
      'First (text): Words.text',
      'Last (text): Words.text',
      'Size (number): Words.fontSize',
      'On (text): Words.visible, optional, computed',
      'Shown (boolean): Box.visible',
      'Brand (color): Box.fill.stops[0].color',
      'Gap (number): Frame.gap',
      'Photo (image): Photo.src',
      'Photo (image): Written.src',
      'No (image): Written.fallback',
      'Shop (text): Made.src, computed',
      'SKU (text): Made.src, computed',
      'Name (text): Code.value',
      'Price (text): Code.value, computed',
      'Stock (text): Code.fill, computed',
      'Alert (color): Code.fill',
    ])
  })
})

test.each([
  ['a key of the page', '"__proto__":{"a":1},', '', '__proto__: is a reserved name'],
  ['a key of a layer', '', ',"__proto__":{"a":1}', 'layers[0].__proto__: is a reserved name'],
  [
    'an axis of a font',
    '',
    ',"fontVariations":{"__proto__":1}',
    'layers[0].fontVariations.__proto__: is a reserved name',
  ],
  ['a binding', '', ',"text":{"bind":"__proto__"}', 'layers[0].text.bind: is a reserved name: no value can have it'],
  [
    'an expression',
    '',
    ',"text":"{{ __proto__ }}"',
    'layers[0].text: at character 4: "__proto__" is a reserved name: no value can have it',
  ],
  [
    'a condition',
    '',
    ',"visible":{"when":{"value":"__proto__","notEmpty":true}}',
    'layers[0].visible.when.value: is a reserved name: no value can have it',
  ],
])('__proto__ as %s is an error, as objects lose it', (_, page, layer, message) => {
  const own = layer.includes('"text"') ? layer : `,"text":"x"${layer}`
  const json = `{"schema":1,"width":9,"height":9,${page}"layers":[{"type":"text","name":"T","width":9,"height":9${own}}]}`
  expect(() => parseTemplate(JSON.parse(json))).toThrow(message)
})
