import { expect, test } from 'vitest'
import { isSave } from './is-save.ts'

const of = (method: string, pathname: string) => ({ method, pathname })

test('a run is a save, its estimate is none', () => {
  const request = of('POST', '/v1/actions/act_1/runs')
  expect(isSave(request, 201)).toBe(true)
  // Two windows that both show one would make each other read for ever.
  expect(isSave(request, 200)).toBe(false)
})

test('the same path can be a save by one method and none by another', () => {
  expect(isSave(of('PUT', '/v1/templates/tpl_1/draft'), 200)).toBe(false)
  expect(isSave(of('DELETE', '/v1/templates/tpl_1/draft'), 200)).toBe(true)
  expect(isSave(of('PATCH', '/v1/templates/tpl_1'), 200)).toBe(true)
  expect(isSave({ pathname: '/v1/templates/tpl_1' }, 200)).toBe(false)
})

test('what failed, or changes nothing, is no save', () => {
  expect(isSave(of('PATCH', '/v1/templates/tpl_1'), 412)).toBe(false)
  expect(isSave(of('POST', '/v1/actions/act_1/preview'), 200)).toBe(false)
  expect(isSave(of('POST', '/v1/connections/con_1/test'), 200)).toBe(false)
})
