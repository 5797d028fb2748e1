import { openDocument } from '@pictable/editor'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('a save sends the sample values that changed here, never those that a program changed at the same time', async () => {
  vi.stubGlobal('location', { origin: 'http://127.0.0.1' })
  const sent: { sample?: object }[] = []
  vi.stubGlobal('fetch', (_url: string, init: { body: string }) => {
    sent.push(JSON.parse(init.body))
    return Promise.resolve(Response.json({ revision: sent.length, sample: { Name: 'of a program' } }))
  })
  const { DraftRequests } = await import('./draft-requests.ts')
  const requests = new DraftRequests('tpl_1', () => 'tab-1')
  const save = (width: number, Name: string) =>
    requests.save(openDocument({ schema: 1, name: 'Card', width, height: 100, layers: [] }, 'test', { Name }), {
      revision: sent.length,
      baseVersion: 1,
    })
  requests.knownSample = { Name: 'Ada' }
  await save(100, 'Ada')
  await save(120, 'Ada')
  await save(120, 'Eve')
  await save(140, 'Eve')
  expect(sent.map(({ sample }) => sample)).toEqual([undefined, undefined, { Name: 'Eve' }, undefined])
})
