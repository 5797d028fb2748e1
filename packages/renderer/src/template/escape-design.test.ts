import { expect, test } from 'vitest'
import { parseMarkup } from '#renderer/drawing/markup.ts'
import { escapeDesign } from './escape-design.ts'
import { parseTemplate, variablesOf } from './template.ts'

const nothing = { expressions: false, links: false }
const size = { width: 10, height: 10 }
const page = { schema: 1, ...size }

test('escapeDesign() escapes the texts in which expressions may stand, at every depth, and nothing else', () => {
  const bound = { type: 'text', name: '{{b', ...size, text: { bind: '{{B', fallback: '{{' } }
  const design = {
    ...page,
    name: '{{name}}',
    layers: [
      { type: 'text', name: '{{a', ...size, text: 'a {{x}} \\{{y' },
      {
        type: 'image',
        name: 'i',
        ...size,
        src: 'https://a.example/{{x}}.png',
        fallback: 'https://a.example/{{x}}.png',
      },
      { type: 'svg', name: 's', ...size, src: 'data:image/svg+xml,<svg>{{x}}</svg>', svg: '<svg>{{x}}</svg>' },
      { type: 'group', name: 'g', ...size, children: [{ type: 'qr-code', name: 'c', ...size, value: '{{' }, bound] },
    ],
  }
  const escaped = escapeDesign(design, nothing)
  expect(escaped).toEqual({
    ...design,
    layers: [
      { type: 'text', name: '{{a', ...size, text: 'a \\{{x}} \\\\{{y' },
      {
        type: 'image',
        name: 'i',
        ...size,
        src: 'https://a.example/\\{{x}}.png',
        fallback: 'https://a.example/\\{{x}}.png',
      },
      { type: 'svg', name: 's', ...size, src: 'data:image/svg+xml,<svg>{{x}}</svg>', svg: '<svg>{{x}}</svg>' },
      { type: 'group', name: 'g', ...size, children: [{ type: 'qr-code', name: 'c', ...size, value: '\\{{' }, bound] },
    ],
  })
  expect(() => parseTemplate(escaped)).not.toThrow()
})

test('escapeDesign() keeps cells as they are that no value filled in an earlier release', () => {
  const table = { type: 'table', name: 't', ...size }
  const [bound, computed] = [{ bind: 'A', fallback: 'x'.repeat(20_000) }, { expression: '1 / 0' }]
  const rows = [['a', bound, { other: 1 }], { Item: computed, Sum: 2, bind: ['B'] }, { bind: 'Row' }, 'b', null]
  const design = {
    ...page,
    layers: [
      { ...table, rows },
      { ...table, name: 'u', rows: { bind: 'Rows' } },
    ],
  }
  const escaped = escapeDesign(design, { expressions: true, links: false })
  const [first, second] = escaped.layers
  expect(first?.rows).toEqual([
    ['a', [bound], { other: 1 }],
    { Item: [computed], Sum: 2, bind: ['B'] },
    { bind: 'Row' },
    'b',
    null,
  ])
  expect(second).toEqual(design.layers[1])
  expect(variablesOf(parseTemplate(escaped)).map(({ name }) => name)).toEqual(['Row', 'Rows'])
})

test.each([
  {},
  { layers: 1 },
  { layers: [null, 1, 'text', { type: 5 }, { type: 'text', text: 5 }, { type: '__proto__', text: '{{' }] },
  { layers: [{ type: 'group', children: 'x' }] },
])('escapeDesign() leaves %j as it is', (json) => {
  expect(escapeDesign(json, nothing)).toEqual(json)
})

test('escapeDesign() makes links text in a design that has expressions, and braces where pictures are named', () => {
  const link = '**[{{x}}](color=red link=https://a.example)** [a](bold)'
  const address = 'https://a.example/{{x}}'
  const fill = { type: 'picture', src: address, fallback: 'data:image/svg+xml,{{', fit: 'cover' }
  const design = {
    ...page,
    layers: [
      { type: 'text', name: 'a', ...size, text: link },
      { type: 'text', name: 'b', ...size, text: link, markup: false },
      { type: 'path-text', name: 'c', ...size, text: link },
      { type: 'image', name: 'd', ...size, src: address, fallback: address },
      { type: 'qr-code', name: 'e', ...size, value: '{{x}}', logo: address },
      { type: 'group', name: 'f', ...size, children: [{ type: 'ellipse', name: 'g', ...size, fill }] },
    ],
  }
  const escaped = escapeDesign(design, { expressions: true, links: false })
  const words = String.raw`**[{{x}}]\(color=red link=https://a.example)** [a](bold)`
  const there = String.raw`https://a.example/\{{x}}`
  expect(escaped.layers).toMatchObject([
    { text: words },
    { text: link },
    { text: words },
    { src: address, fallback: there },
    { value: '{{x}}', logo: there },
    { children: [{ fill: { ...fill, src: there } }] },
  ])
  expect(escapeDesign(design, { expressions: true, links: true })).toBe(design)
  expect(parseMarkup(words)).toEqual([
    { text: '[{{x}}](color=red link=https://a.example)', mark: { bold: true }, sources: expect.anything() },
    { text: ' ', mark: {}, sources: expect.anything() },
    { text: 'a', mark: { bold: true }, sources: expect.anything() },
  ])
})
