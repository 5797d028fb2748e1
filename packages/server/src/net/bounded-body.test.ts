import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBoundedBody } from './bounded-body.ts'

test('createBoundedBody() keeps the head of what it is given, and says when it was more', () => {
  const chunks = fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 30 })
  fc.assert(
    fc.property(chunks, fc.nat({ max: 500 }), (pieces, maxBytes) => {
      const body = createBoundedBody(maxBytes)
      const whole = Buffer.concat(pieces)
      const fits = pieces.map((piece) => body.add(piece))
      expect(Buffer.from(body.bytes())).toEqual(whole.subarray(0, maxBytes))
      expect(fits.every(Boolean)).toBe(whole.length <= maxBytes)
      expect(body.length).toBe(Math.min(whole.length, maxBytes))
    }),
  )
})
