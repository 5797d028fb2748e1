import { rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { makeDataDirectory } from '@pictable/server/database/prepared-cluster.test-kit.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { pictable } from '#test/pictable-command.ts'
import { freePort, startServerProcess } from '#test/server-process.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function place(): string {
  const folder = makeDataDirectory('pictable-start-')
  folders.push(folder)
  return folder
}

const quietly = { PICTABLE_SEED_SAMPLE: 'false', PICTABLE_LOG_LEVEL: 'error' }

/** Starts the server where it cannot, and gives what it says and its exit code. */
const failedStart = (settings: Record<string, string>) => pictable(['serve'], { ...quietly, ...settings })

describe('pictable serve says what is wrong and how to mend it when', () => {
  test('a setting is misspelt', async () => {
    const { code, said } = await failedStart({ PICTABLE_PROT: '1', PICTABLE_DATA_DIR: place() })
    expect(code).toBe(1)
    expect(said).toMatch(/PICTABLE_PROT is not a setting[\s\S]*PICTABLE_PORT/)
    expect(said).not.toMatch(/\n {4}at /)
  })

  test('the port is taken', async () => {
    const port = await freePort()
    const other = createServer().listen(port, '127.0.0.1')
    try {
      const { code, said } = await failedStart({ PICTABLE_PORT: String(port), PICTABLE_DATA_DIR: place() })
      expect(code).toBe(1)
      expect(said).toContain(`Port ${port} of 127.0.0.1 is in use by another program. Stop it, or choose another port`)
      expect(said).not.toMatch(/\n {4}at /)
    } finally {
      other.close()
    }
  })

  test('the data directory cannot be one', async () => {
    const file = join(place(), 'file')
    writeFileSync(file, 'a file, not a folder')
    const { code, said } = await failedStart({ PICTABLE_PORT: String(await freePort()), PICTABLE_DATA_DIR: file })
    expect(code).toBe(1)
    expect(said).toContain(file)
    expect(said).toMatch(/PICTABLE_DATA_DIR/)
    expect(said).not.toMatch(/\n {4}at /)
  })

  test('another process has the data directory, which goes on unharmed', async () => {
    const dataDir = place()
    const common = { ...quietly, PICTABLE_DATA_DIR: dataDir }
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
    const settings = { ...quietly, PICTABLE_DATA_DIR: place(), PICTABLE_PORT: String(await freePort()) }
    const first = await startServerProcess({ ...settings, PICTABLE_SECRET_KEY: 'the key of the first start' })
    expect(await first.end('SIGTERM')).toBe(0)
    const { code, said } = await failedStart({ ...settings, PICTABLE_SECRET_KEY: 'quite another key than that' })
    expect(code).toBe(1)
    expect(said).toMatch(/another secret key/)
  })
})

test('a start that waits for its database ends when it is told to, also as the first process of a container', async () => {
  const toldToEnd = new AbortController()
  const databasePort = await freePort()
  const database = createServer(() => toldToEnd.abort()).listen(databasePort, '127.0.0.1')
  const settings = {
    ...quietly,
    PICTABLE_PORT: String(await freePort()),
    PICTABLE_DATA_DIR: place(),
    PICTABLE_PUBLIC_URL: 'https://pictable.example',
    PICTABLE_DATABASE_URL: `postgres://nobody@127.0.0.1:${databasePort}/nothing`,
  }
  try {
    // Killed by the signal it would have no code: it ends by itself.
    expect(await pictable(['serve'], settings, { toldToEnd: toldToEnd.signal })).toMatchObject({ code: 0 })
  } finally {
    database.close()
  }
})
