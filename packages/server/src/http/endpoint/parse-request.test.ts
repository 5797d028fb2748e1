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
    errors: [{ pointer: '/items', detail: 'has more than 1000 entries' }],
  })
})
