import { expect, test } from 'vitest'
import { escapeDesign } from './escape-design.ts'
import { parseTemplate } from './template.ts'

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
  const escaped = escapeDesign(design)
  expect(escaped).toEqual({
    ...design,
    layers: [
      { type: 'text', name: '{{a', ...size, text: 'a \\{{x}} \\\\{{y' },
      {
        type: 'image',
        name: 'i',
        ...size,
        src: 'https://a.example/\\{{x}}.png',
        fallback: 'https://a.example/{{x}}.png',
      },
      { type: 'svg', name: 's', ...size, src: 'data:image/svg+xml,<svg>{{x}}</svg>', svg: '<svg>{{x}}</svg>' },
      { type: 'group', name: 'g', ...size, children: [{ type: 'qr-code', name: 'c', ...size, value: '\\{{' }, bound] },
    ],
  })
  expect(() => parseTemplate(escaped)).not.toThrow()
})

test.each([
  {},
  { layers: 1 },
  { layers: [null, 1, 'text', { type: 5 }, { type: 'text', text: 5 }, { type: '__proto__', text: '{{' }] },
  { layers: [{ type: 'group', children: 'x' }] },
])('escapeDesign() leaves %j as it is', (json) => {
  expect(escapeDesign(json)).toEqual(json)
})
