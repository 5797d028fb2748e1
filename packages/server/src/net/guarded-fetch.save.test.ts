import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createAddressPolicy } from '#net/policy/address-policy.ts'
import { createGuardedFetch } from './guarded-fetch.ts'
import { httpAnswer, startServer } from './loopback.test-kit.ts'

const folder = mkdtempSync(join(tmpdir(), 'pictable-save-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const policy = createAddressPolicy({ allow: '127.0.0.0/8' })
const limits = {
  allowHttp: true,
  connectTimeoutMs: 20_000,
  headersTimeoutMs: 20_000,
  totalTimeoutMs: 20_000,
  maxBodyBytes: 5_000_000,
}

async function save(answer: string, options: { maxBodyBytes?: number; totalTimeoutMs?: number } = {}) {
  const server = await startServer((socket) => socket.write(answer))
  const saveTo = join(folder, String(server.port))
  const fetched = await createGuardedFetch({ policy, rateWindowMs: 300 })(`http://127.0.0.1:${server.port}/`, {
    ...limits,
    ...options,
    saveTo,
  })
  return { fetched, saveTo }
}

describe('guardedFetch() into a file', () => {
  test('saves all of a body, and returns none', async () => {
    const body = 'abcdefgh'.repeat(500_000)
    const { fetched, saveTo } = await save(httpAnswer(200, { etag: '"1"' }, body))
    expect(fetched).toMatchObject({ status: 200, headers: { etag: '"1"' }, body: new Uint8Array() })
    expect(readFileSync(saveTo, 'latin1') === body).toBe(true)
  })

  test('keeps what another status says in memory, as far as it is short', async () => {
    const { fetched, saveTo } = await save(httpAnswer(404, {}, 'No such feed.'.repeat(100_000)))
    expect(fetched).toMatchObject({ status: 404, truncated: true })
    expect(fetched.body.length).toBe(65_536)
    expect(() => statSync(saveTo)).toThrow('ENOENT')
  })

  test.each([
    ['announces more than is allowed', httpAnswer(200, {}, 'x'.repeat(2000)), 'too_large'],
    ['sends more than is allowed', `HTTP/1.1 200 x\r\n\r\n${'x'.repeat(2000)}`, 'too_large'],
    ['never ends', 'HTTP/1.1 200 x\r\n\r\nab', 'too_slow'],
    ['ends too early', 'HTTP/1.1 200 x\r\ncontent-length: 500\r\n\r\nab', 'too_slow'],
  ])('fails when the other side %s', async (_what, answer, code) => {
    await expect(save(answer, { maxBodyBytes: 1000 })).rejects.toMatchObject({ code })
  })

  test('fails when the file cannot be written', async () => {
    const server = await startServer((socket) => socket.write(httpAnswer(200, {}, 'abc')))
    const saveTo = join(folder, 'none', 'file')
    const fetched = createGuardedFetch({ policy })(`http://127.0.0.1:${server.port}/`, { ...limits, saveTo })
    await expect(fetched).rejects.toMatchObject({ code: 'ENOENT' })
  })
})
