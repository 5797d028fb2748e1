import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { parseConfig } from '#server/settings/config.ts'
import { lookAtPorts } from './check-ports.ts'

async function lookBeside(answer: RequestListener, more: Record<string, string> = {}) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  try {
    return await lookAtPorts(parseConfig({ PICTABLE_PORT: String(port), ...more }))
  } finally {
    server.close()
  }
}

test('a port that Pictable listens on is right', async () => {
  const pictable: RequestListener = ({ url }, answer) => answer.end(url === '/livez' ? '{"live":true}' : '')
  const here = await lookBeside(pictable)
  expect(here).toMatchObject({ state: 'ok', detail: expect.stringContaining('(in use by a running Pictable)') })
  const everywhere = await lookBeside(pictable, { PICTABLE_HOST: '0.0.0.0' })
  expect(everywhere).toMatchObject({ state: 'ok', detail: expect.stringContaining('(in use by a running Pictable)') })
})

test('a port that something else has, and an address of another machine, keep it from starting', async () => {
  expect(await lookBeside((_, answer) => answer.end('hello'))).toMatchObject({
    state: 'failed',
    detail: expect.stringMatching(/is in use by another program/),
  })
  expect(await lookAtPorts(parseConfig({ PICTABLE_HOST: '203.0.113.9' }))).toMatchObject({
    state: 'failed',
    detail: expect.stringMatching(/is not an IP address of this machine/),
  })
})
