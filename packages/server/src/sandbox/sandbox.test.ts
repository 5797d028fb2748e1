import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { forkDecoder } from './fork-decoder.ts'
import { missingLayers, NO_SANDBOX, type Sandbox, supportedSandbox } from './sandbox.ts'

async function tryEscapes(sandbox: Sandbox): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'secrets-'))
  await writeFile(join(folder, 'key'), 'secret')
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const port = z.object({ port: z.number() }).parse(server.address()).port
  try {
    const child = forkDecoder(join(import.meta.dirname, 'escapes.test-kit.ts'), {
      sandbox,
      flags: [],
      env: { SECRET_FILE: join(folder, 'key'), OPEN_PORT: `${port}` },
      compiledFolder: undefined,
      stdin: 'ignore',
      cpuSeconds: 60,
    })
    let words = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      words += text
    })
    const ended = once(child, 'exit').then(() => Promise.reject(new Error(`It ended: ${words}`)))
    ended.catch(() => {})
    const [outcomes]: unknown[] = await Promise.race([once(child, 'message'), ended])
    child.disconnect()
    return z.record(z.string(), z.string()).parse(outcomes)
  } finally {
    server.close()
    await rm(folder, { recursive: true })
  }
}

/** Errors that the sandbox answers with; anything else would be luck. */
const EXPECTED_ERRORS = ['EACCES', 'EPERM', 'ENOSYS', 'EEXIST']

describe('the sandbox', () => {
  test('says which layers a system lacks', () => {
    expect(missingLayers(NO_SANDBOX)).toHaveLength(2)
    expect(missingLayers({ landlock: 1, seccomp: true })).toEqual([])
  })

  test.runIf(supportedSandbox.seccomp && supportedSandbox.landlock > 0)('lets no try to get out succeed', async () => {
    const outcomes = await tryEscapes(supportedSandbox)
    expect(Object.keys(outcomes).length).toBeGreaterThanOrEqual(32)
    expect(Object.entries(outcomes).filter(([, outcome]) => !EXPECTED_ERRORS.includes(outcome))).toEqual([])
  })
})
