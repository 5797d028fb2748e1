import { contract, type Endpoint } from '@pictable/client'
import { expect, test } from 'vitest'
import { parseRequest } from './parse-request.ts'

const parse = (body: Uint8Array | string, endpoint: Endpoint = contract.imageBatches.create, url: object = {}) =>
  parseRequest(endpoint, {
    params: {},
    queryText: '',
    contentType: 'application/json',
    contentEncoding: undefined,
    body: Buffer.from(body),
    ...url,
  })

const hash = '0'.repeat(64)

test.each([
  [contract.stableUrls.image, { id: 'act_1', file: 'sku-1.png' }],
  [contract.stableUrls.output, { id: 'act_1', key: 'sku-1', file: 'square.png' }],
  [contract.feeds.get, { token: '0'.repeat(32), file: 'products.csv' }],
  [contract.images.file, { id: 'img_1', file: `${hash}.png` }],
])('$name takes what newsletters append to its URL', async (endpoint, params) => {
  const queryText = 'utm_source=news&utm_source=again&x=%00'
  expect(await parse('', endpoint, { params, queryText })).toMatchObject({ params, query: {} })
})

test.each([
  ['a/b', 'must not contain slashes, backslashes, double quotes or control characters'],
  ['..', 'must not consist of dots alone: it is part of file names and URLs'],
])('the output name %s is refused in words', async (name, detail) => {
  const body = JSON.stringify({ outputs: [{ name }] })
  const refused = parse(body, contract.actions.update, { params: { id: 'act_1' } })
  await expect(refused).rejects.toMatchObject({ errors: [{ pointer: '/outputs/0/name', detail }] })
})

test('a list with too many entries is refused for that, whatever they are', async () => {
  await expect(parse(`{"items":[${','.repeat(1_000_000)}]}`)).rejects.toMatchObject({
    errors: [{ pointer: '/items', detail: 'must have at most 1000 entries' }],
  })
})

test('a list under an escaped key is checked as any other', async () => {
  const items = '["x",null,{"template_id":5,"scale":1e9,"nope":1}]'
  await expect(parse(`{"\\u0069tems":${items}}`)).rejects.toMatchObject({
    errors: expect.arrayContaining([
      expect.objectContaining({ pointer: '/items/0' }),
      expect.objectContaining({ pointer: '/items/1' }),
      expect.objectContaining({ pointer: '/items/2/scale' }),
    ]),
  })
  await expect(parse(`{"\\u0069tems":[${'0,'.repeat(1000)}0]}`)).rejects.toMatchObject({
    errors: [{ pointer: '/items', detail: 'must have at most 1000 entries' }],
  })
  const valid = await parse('{"\\u0069tems":[{"template_id":"tpl_1"}]}')
  expect(valid).toEqual(await parse('{"items":[{"template_id":"tpl_1"}]}'))
})
