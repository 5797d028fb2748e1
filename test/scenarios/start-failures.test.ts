import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { freePort, startServerProcess } from '#test/server-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'pictable-start-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Starts the server where it cannot, and gives what it says and its exit code. */
async function failedStart(settings: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, ['packages/server/bin/pictable.js', 'serve'], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PICTABLE_SEED_SAMPLE: 'false',
      PICTABLE_LOG_LEVEL: 'error',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 60_000,
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, said }
}

describe('pictable serve says what is wrong and how to mend it when', () => {
  test('a setting is misspelt', async () => {
    const { code, said } = await failedStart({ PICTABLE_PROT: '1', PICTABLE_DATA_DIR: join(folder, 'misspelt') })
    expect(code).toBe(1)
    expect(said).toMatch(/PICTABLE_PROT is not a setting[\s\S]*PICTABLE_PORT/)
    expect(said).not.toMatch(/\n {4}at /)
  })

  test('the port is taken', async () => {
    const port = await freePort()
    const other = createServer().listen(port, '127.0.0.1')
    try {
      const { code, said } = await failedStart({ PICTABLE_PORT: String(port), PICTABLE_DATA_DIR: join(folder, 'port') })
      expect(code).toBe(1)
      expect(said).toContain(`Port ${port} of 127.0.0.1 is taken by another program. Stop it, or choose another port`)
      expect(said).not.toMatch(/\n {4}at /)
    } finally {
      other.close()
    }
  })

  test('the data directory cannot be one', async () => {
    writeFileSync(join(folder, 'file'), 'a file, not a folder')
    const { code, said } = await failedStart({
      PICTABLE_PORT: String(await freePort()),
      PICTABLE_DATA_DIR: join(folder, 'file'),
    })
    expect(code).toBe(1)
    expect(said).toContain(join(folder, 'file'))
    expect(said).toMatch(/PICTABLE_DATA_DIR/)
    expect(said).not.toMatch(/\n {4}at /)
  })

  test('another process has the data directory, which goes on unharmed', async () => {
    const dataDir = join(folder, 'shared')
    const common = { PICTABLE_DATA_DIR: dataDir, PICTABLE_SEED_SAMPLE: 'false', PICTABLE_LOG_LEVEL: 'error' }
    const first = await startServerProcess({ ...common, PICTABLE_PORT: String(await freePort()) })
    try {
      const { code, said } = await failedStart({ ...common, PICTABLE_PORT: String(await freePort()) })
      expect(code).toBe(1)
      expect(said).toContain(`Another Pictable process uses the data directory ${dataDir}`)
      expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
      expect(await first.end('SIGTERM')).toBe(0)
    } finally {
      await first.end('SIGKILL')
    }
  })

  test('the secret key is another one than the data was sealed with', async () => {
    const settings = {
      PICTABLE_DATA_DIR: join(folder, 'key'),
      PICTABLE_PORT: String(await freePort()),
      PICTABLE_SEED_SAMPLE: 'false',
    }
    const first = await startServerProcess({ ...settings, PICTABLE_SECRET_KEY: 'the key of the first start' })
    expect(await first.end('SIGTERM')).toBe(0)
    const { code, said } = await failedStart({ ...settings, PICTABLE_SECRET_KEY: 'quite another key than that' })
    expect(code).toBe(1)
    expect(said).toMatch(/another secret key/)
  })
})
