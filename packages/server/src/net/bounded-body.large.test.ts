import { expect, test } from 'vitest'
import { createBoundedBody } from './bounded-body.ts'

test('createBoundedBody() keeps no memory beyond twice what it holds', () => {
  const body = createBoundedBody(1_000_000)
  for (let byte = 0; byte < 5000; byte++) body.add(Buffer.alloc(65_536).subarray(0, 1))
  expect(body.bytes().buffer.byteLength).toBeLessThanOrEqual(10_000)
})
