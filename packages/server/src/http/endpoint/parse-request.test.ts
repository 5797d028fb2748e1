import { contract } from '@pictable/client'
import { expect, test } from 'vitest'
import { parseRequest } from './parse-request.ts'

const parse = (body: Uint8Array | string) =>
  parseRequest(contract.imageBatches.create, {
    params: {},
    queryText: '',
    contentType: 'application/json',
    contentEncoding: undefined,
    body: Buffer.from(body),
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
