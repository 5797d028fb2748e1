import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWholeApp, type WholeApp } from './whole-app.ts'

const key = 'the-key-of-any-values'

let app: WholeApp
beforeAll(async () => {
  app = await startWholeApp({ PICTABLE_ADMIN_KEY: key })
})
afterAll(() => app.close())

const box = { x: 0, y: 0, width: 100, height: 100 }
const design = {
  schema: 1,
  name: 'Any',
  width: 200,
  height: 200,
  layers: [
    { type: 'table', name: 'Table', ...box, rows: { bind: 'rows' } },
    { type: 'text', name: 'Text', ...box, text: { bind: 'text' }, fontSize: { bind: 'size', fallback: 20 } },
    { type: 'chart', name: 'Chart', ...box, values: { bind: 'numbers' } },
    { type: 'rectangle', name: 'Box', ...box, fill: { bind: 'fill', fallback: '#ff0000' } },
    { type: 'image', name: 'Photo', ...box, src: { bind: 'photo' }, onMissing: 'hide' },
  ],
}

const nested = (depth: number) => `${'['.repeat(depth)}1${']'.repeat(depth)}`

/** Values of every shape, as JSON. */
const shapes = [
  ...['null', 'true', '-0', '1e308', '1e400', '9007199254740993', '""', '"x"', '"2030-02-31"', '"\\u0007"'],
  ...[
    '[]',
    '{}',
    '[null]',
    '[[]]',
    '[1,"x",null,true]',
    '[{"a":1}]',
    '[{"a":{"b":[1]}}]',
    '{"url":"https://x.example/a.png"}',
  ],
  ...[
    '[{"url":"https://x.example/a.png","filename":"a.png"}]',
    '{"constructor":1,"length":2}',
    '{"__proto__":{"a":1}}',
  ],
  ...[nested(30), nested(200), '"[{\\"a\\":1},{\\"a\\":2}]"', '"not,a\\n\\"table"'],
]

async function post(path: string, body: string): Promise<{ status: number; text: string }> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const answer = await fetch(`${app.url}${path}`, { method: 'POST', headers, body })
  return { status: answer.status, text: await answer.text() }
}

test('values and modifications of every shape make a picture or a documented error', async () => {
  const names = ['rows', 'text', 'size', 'numbers', 'fill', 'photo']
  const changes = ['Table.rows', 'Table.columns', 'Text.text', 'Text.fontSize', 'Chart.values', 'Box.fill', 'Photo.src']
  const made = new Map<number, number>()
  for (const shape of shapes) {
    const template = JSON.stringify(design)
    const bodies = [
      ...names.map((name) => `{"template":${template},"values":{"${name}":${shape}}}`),
      ...changes.map((place) => {
        const [layer, property] = place.split('.')
        return `{"template":${template},"modifications":[{"name":"${layer}","${property}":${shape}}]}`
      }),
    ]
    const answers = await Promise.all([
      ...bodies.map((body) => post('/v1/images', body)),
      post('/v1/template-preview', `{"design":${template},"values":{"rows":${shape}}}`),
    ])
    for (const { status, text } of answers) {
      expect([200, 201, 400, 422], `${shape}: ${text.slice(0, 300)}`).toContain(status)
      expect(text).not.toMatch(/TypeError|RangeError|is not a function|problem:internal/)
      made.set(status, (made.get(status) ?? 0) + 1)
    }
  }
  expect(made.get(201)).toBeGreaterThan(20)
})

test('a list of objects, as a modification, is the rows of a table', async () => {
  const objects = [
    { Item: 'Tea', Price: 4 },
    { Item: 'Mug', Price: 9 },
  ]
  const { status, text } = await post(
    '/v1/images',
    JSON.stringify({ template: design, modifications: [{ name: 'Table', rows: objects }] }),
  )
  expect({ status, image: JSON.parse(text) }).toMatchObject({
    status: 201,
    image: { report: { layers: { Table: { lines: 2 } } } },
  })
})
