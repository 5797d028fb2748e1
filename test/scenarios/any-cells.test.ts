import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminKey, recordsOf, startWholeApp, trigger, untilEnded, type WholeApp } from './whole-app.ts'

/** One row each, as a line of JSON. */
const cells: readonly unknown[] = [
  ...['text', '', ' ', '\u0007', 'x'.repeat(20_000), '9007199254740993', '2030-02-31', '2030-01-31T10:00:00Z'],
  ...['[{"a":1,"b":2},{"a":3}]', 'not,a\n"table"', '#ff0000', 'https://nowhere.invalid/a.png', 'asset:ast_none'],
  ...[0, -1, 1e308, 1.5, 9_007_199_254_740_991, true, false, null],
  ...[[], {}, [null], [[]], [1, 'x', null, true], [{ a: 1, b: 2 }, { a: 3 }], [{ a: { b: [1] } }, 'x', [1]]],
  ...[{ url: 'https://nowhere.invalid/a.png' }, [{ url: 'https://nowhere.invalid/a.png', filename: 'a.png' }]],
  ...[{ constructor: 1, length: 2, toString: null }, JSON.parse('{"__proto__":{"a":1}}')],
  JSON.parse(`${'['.repeat(30)}1${']'.repeat(30)}`),
]

const bound = { bind: 'Value' }
const box = { x: 0, y: 0, width: 60, height: 60 }

/** A layer of each kind, by what of it a record fills. */
const everyLayer: readonly Record<string, unknown>[] = [
  { type: 'text', text: bound, fontSize: 12 },
  { type: 'text', text: 'Size', fontSize: { ...bound, fallback: 12 } },
  { type: 'text', text: { bind: 'Value', format: { type: 'date' } } },
  { type: 'text', text: 'Shown', visible: { when: { value: 'Value', greater: 0 } } },
  { type: 'image', src: bound },
  { type: 'image', src: bound, onMissing: 'hide' },
  { type: 'rectangle', fill: bound },
  { type: 'rectangle', fill: '#f00', opacity: bound, rotation: bound, x: bound },
  { type: 'ellipse', fill: { ...bound, fallback: '#f00' } },
  { type: 'rectangle', fill: '#f00', stroke: { color: bound, width: 2 } },
  { type: 'polygon', sides: bound, fill: '#f00' },
  { type: 'star', points: bound, fill: '#f00' },
  { type: 'qr-code', value: bound },
  { type: 'barcode', value: bound },
  { type: 'rating', value: bound },
  { type: 'chart', values: bound },
  { type: 'path-text', text: bound, path: 'M0 30 L60 30' },
  { type: 'svg', svg: bound },
  { type: 'table', rows: bound },
  { type: 'table', rows: [['a']], columns: bound },
  { type: 'group', children: [{ type: 'text', name: 'Inner', ...box, text: bound }] },
]

/** `ANY_CELLS=long` tries them all. */
const layers =
  process.env.ANY_CELLS === 'long'
    ? everyLayer
    : everyLayer.filter(({ type }) => ['image', 'table'].includes(`${type}`))

const documented = /^[a-z]+(_[a-z]+)+$/
const internal =
  /TypeError|RangeError|ReferenceError|is not a function|cannot read propert|undefined|\binternal\b|\[object Object\]/i

let app: WholeApp
let filesDir: string
let templates: { id: string; kind: string }[]

beforeAll(async () => {
  filesDir = mkdtempSync(join(tmpdir(), 'pictable-any-cells-'))
  app = await startWholeApp({
    PICTABLE_ADMIN_KEY: adminKey,
    PICTABLE_FILES_DIR: filesDir,
    PICTABLE_SEED_SAMPLE: 'false',
  })
  templates = await Promise.all(
    layers.map(async (layer, at) => {
      const design = {
        schema: 1,
        name: `Any ${at}`,
        width: 60,
        height: 60,
        layers: [{ name: 'Layer', ...box, ...layer }],
      }
      const { id } = await app.client.templates.create({ body: { design, publish: true } })
      return { id, kind: `${layer.type} ${at}` }
    }),
  )
})
afterAll(async () => {
  await app?.close()
  rmSync(filesDir, { recursive: true, force: true })
})

async function actionOver(template: string, place: { connection_id: string; base_id: string; table: string }) {
  const body = { title: 'Any', ...place, template_id: template, mapping: { Value: { field: 'Value' } } }
  return (await app.client.actions.create({ body })).id
}

/** A run over all cells. @returns a sentence for each record that does not end as documented */
async function wrongIn(actionId: string, kind: string): Promise<string[]> {
  const run = await untilEnded(app.client, await trigger(app.client, actionId))
  if (run.total !== cells.length || run.rendered + run.failed !== run.total) return [`${kind}: ${JSON.stringify(run)}`]
  const records = await recordsOf(app.client, run.id)
  return records.flatMap(({ n, label, reason, state }) => {
    if (reason === null) return state === 'rendered' ? [] : [`${kind}: record ${n} is ${state} for no reason`]
    const namesRecord = reason.message.includes(label === '' ? 'Record ' : label)
    const isDocumented = documented.test(reason.code) && !internal.test(`${reason.code} ${reason.message}`)
    return namesRecord && isDocumented
      ? []
      : [`${kind}: ${JSON.stringify(cells[n])?.slice(0, 80)}: ${JSON.stringify(reason)}`]
  })
}

async function previewsOf(actionId: string, kind: string): Promise<string[]> {
  const { results } = await app.client.actions.preview({ params: { id: actionId }, body: { limit: 10 } })
  return results.flatMap(({ error, image }) =>
    error === null
      ? image === null
        ? [`${kind}: neither`]
        : []
      : internal.test(error.message)
        ? [`${kind}: ${error.message}`]
        : [],
  )
}

describe('cells of every shape, in every kind of layer', () => {
  test('of a file make a picture or a failure that names the record', async () => {
    const lines = cells.map((Value, n) => JSON.stringify({ Name: `Row ${n}`, Value }))
    writeFileSync(join(filesDir, 'any.jsonl'), lines.join('\n'))
    const { id } = await app.client.connections.create({
      body: { name: 'Files', source: 'file', settings: { path: '.' } },
    })
    for (const { id: template, kind } of templates) {
      const actionId = await actionOver(template, { connection_id: id, base_id: 'files', table: 'any.jsonl' })
      expect([...(await previewsOf(actionId, kind)), ...(await wrongIn(actionId, kind))]).toEqual([])
    }
  })

  test('of a built-in table make a picture or a failure that names the record', async () => {
    const { client } = app
    const body = {
      name: 'Any',
      fields: [
        { name: 'Name', kind: 'text' as const },
        { name: 'Value', kind: 'text' as const },
      ],
    }
    const table = await client.tables.create({ body })
    const rows = cells.map((value, n) => ({
      Name: `Row ${n}`,
      Value: typeof value === 'string' ? value : JSON.stringify(value),
    }))
    await client.tables.addRows({ params: { id: table.id }, body: { rows } })
    const { id } = await client.connections.create({ body: { name: 'Ours', source: 'table', settings: {} } })
    for (const { id: template, kind } of templates) {
      const actionId = await actionOver(template, { connection_id: id, base_id: 'built-in', table: table.id })
      expect([...(await previewsOf(actionId, kind)), ...(await wrongIn(actionId, kind))]).toEqual([])
    }
  })

  test('as values and modifications of a stored template make a picture or a documented error', async () => {
    const wrong: string[] = []
    const preview = async (id: string, body: object) => {
      const answer = await fetch(`${app.url}/v1/templates/${id}/preview`, {
        method: 'POST',
        headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const text = answer.status === 200 ? '' : await answer.text()
      if (![200, 400, 422].includes(answer.status) || internal.test(text))
        wrong.push(`${JSON.stringify(body).slice(0, 200)}: ${text}`)
    }
    for (const [at, { id }] of templates.entries()) {
      const property = Object.entries(layers[at] ?? {}).find(([, value]) => value === bound)?.[0] ?? 'text'
      const bodies = cells.flatMap((Value) => [
        { values: { Value } },
        { modifications: [{ name: 'Layer', [property]: Value }] },
      ])
      await Promise.all(bodies.map((body) => preview(id, body)))
    }
    expect(wrong).toEqual([])
  })
})
