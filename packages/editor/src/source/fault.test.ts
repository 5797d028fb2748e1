import { expect, test } from 'vitest'
import { design } from '#editor/document/random-commands.test-kit.ts'
import { faultOf } from './fault.ts'

test('faultOf() tells a design of a newer release from one that is wrong', () => {
  const [first, ...others] = design.layers
  const withFirst = (change: object) => ({ ...design, layers: [{ ...first, ...change }, ...others] })
  expect(faultOf(design)).toBeNull()
  const glow = { path: ['layers', 0, 'glow'], message: 'is not a known property' }
  expect(faultOf(withFirst({ glow: 3 }))).toEqual({ issues: [glow], isNewer: true })
  expect(faultOf({ ...design, schema: 2 })).toMatchObject({ issues: [{ path: ['schema'] }], isNewer: true })
  expect(faultOf(withFirst({ glow: 3, width: 'wide' }))).toMatchObject({ isNewer: false })
  expect(faultOf(null)).toMatchObject({ issues: [{ path: [] }], isNewer: false })
})
