import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startApp, type TestApp } from '#test/start-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

/** The body as it is: JSON.stringify() would round what it is given. */
const post = (path: string, body: string) =>
  app.request('POST', path, { body, headers: { 'content-type': 'application/json' } })

const named = z.looseObject({ id: z.string() })
const rowList = z.object({ results: z.array(z.looseObject({ fields: z.record(z.string(), z.unknown()) })) })

const jsonCell = z.object({ json: z.object({ ids: z.array(z.union([z.string(), z.number()])) }) })

async function makeTable(): Promise<string> {
  const fields = ['number', 'text', 'json'].map((kind) => ({ name: kind, kind }))
  const made = await app.request('POST', '/v1/tables', { body: { name: 'Long numbers', fields } })
  return named.parse(made.json).id
}

const rowsOf = async (path: string) => rowList.parse((await app.request('GET', path)).json).results

test('rows keep every digit of the numbers in a JSON body, and are found by them', async () => {
  const integer = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n })
  await fc.assert(
    fc.asyncProperty(integer, async (number) => {
      // Two cases may have numbers in common.
      const id = await makeTable()
      const added = await post(
        `/v1/tables/${id}/rows`,
        `{"rows":[{"number":${number},"json":{"ids":[${number}]}},{"number":${number + 1n}}]}`,
      )
      expect(added.status).toBe(201)
      const filters = encodeURIComponent(`[{"field":"number","operator":"equals","value":${number}}]`)
      const found = await rowsOf(`/v1/tables/${id}/rows?filters=${filters}&limit=1`)
      expect(found).toHaveLength(1)
      expect(BigInt(String(found[0]?.fields.number))).toBe(number)
      const { json } = jsonCell.parse(found[0]?.fields.json)
      expect(json.ids.map((each) => BigInt(each))).toEqual([number])
    }),
    { numRuns: 25 },
  )
})

test('values and metadata keep their digits', async () => {
  const box = { x: 0, y: 0, width: 300, height: 100 }
  const template = JSON.stringify({
    schema: 1,
    name: 'Long',
    width: 300,
    height: 100,
    layers: [{ type: 'text', name: 'Id', ...box, text: { bind: 'id' } }],
  })
  const long = '12345678901234567890'
  const made = await post('/v1/images', `{"template":${template},"values":{"id":${long}},"metadata":{"id":${long}}}`)
  expect(made).toMatchObject({ status: 201, json: { metadata: { id: long } } })
  const inputs = await app.request('GET', `/v1/images/${named.parse(made.json).id}`)
  expect(inputs.text).toContain(`"${long}"`)
  expect(inputs.text).not.toContain('12345678901234567000')
})

test('a long number is refused by its name where a number is a setting, and where a text is', async () => {
  const setting = await post('/v1/images', '{"template":{},"scale":1.00000000000000000001}')
  expect(setting).toMatchObject({
    status: 400,
    json: { errors: [{ pointer: '/scale', detail: expect.stringMatching(/too many digits/) }] },
  })
  const asText = await post('/v1/api-keys', '{"name":12345678901234567890,"scopes":["read"]}')
  expect(asText).toMatchObject({ status: 400, json: { errors: [{ pointer: '/name', detail: 'must be a text' }] } })
})
