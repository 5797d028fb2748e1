import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { z } from 'zod'
import { headersOfNode } from '#test/fakes/hosted/headers-of-node.ts'
import type { Account } from '#test/fakes/hosted/open-described.ts'

const run = promisify(execFile)

export const version = '12.4.0'

const manifest = {
  name: 'directus-for-tests',
  private: true,
  dependencies: { directus: version, sqlite3: '5.1.7' },
}

/** Installs Directus into a folder of its own; one that is there already is used again. It never gets into the repository. */
export async function installDirectus(folder: string): Promise<void> {
  const modules = join(folder, 'node_modules')
  if (existsSync(join(modules, 'sqlite3/build/Release/node_sqlite3.node'))) return
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest))
  const bounds = { cwd: folder, maxBuffer: 100_000_000, timeout: 15 * 60_000 }
  await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--omit=dev'], bounds)
  // Only flows that run scripts need it, and it does not compile for every Node.
  await writeFile(join(modules, 'isolated-vm/isolated-vm.js'), 'module.exports = {}\n')
  const gyp = join(modules, 'node-gyp/bin/node-gyp.js')
  const rebuild = [gyp, 'rebuild', '--release', `--nodedir=${headersOfNode()}`]
  await run(process.execPath, rebuild, { ...bounds, cwd: join(modules, 'sqlite3') })
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = z.object({ port: z.number() }).parse(server.address())
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** A Directus process of our own, on an empty database. */
export interface RealDirectus extends Account {
  close(): Promise<void>
}

const STARTS_WITHIN_MS = 5 * 60_000

async function untilReady(url: string, hasEnded: () => string | null): Promise<void> {
  const until = Date.now() + STARTS_WITHIN_MS
  while (Date.now() < until) {
    const reason = hasEnded()
    if (reason !== null) throw new Error(`Directus ended: ${reason}`)
    const isReady = await fetch(`${url}/server/ping`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    await wait(500)
  }
  throw new Error('Directus did not start in time')
}

export async function startDirectus(folder: string): Promise<RealDirectus> {
  const dataDir = await mkdtemp(join(tmpdir(), 'directus-data-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const token = 'admin-token-of-the-tests'
  const env = {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: url,
    KEY: 'only-for-tests',
    SECRET: 'only-for-tests-and-nothing-else-1',
    DB_CLIENT: 'sqlite3',
    DB_FILENAME: join(dataDir, 'data.db'),
    STORAGE_LOCATIONS: 'local',
    STORAGE_LOCAL_ROOT: join(dataDir, 'uploads'),
    EXTENSIONS_PATH: join(dataDir, 'extensions'),
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: 'Only-for-tests-1',
    ADMIN_TOKEN: token,
    TELEMETRY: 'false',
    LOG_LEVEL: 'error',
  }
  const cli = join(folder, 'node_modules/directus/cli.js')
  await run(process.execPath, [cli, 'bootstrap'], { cwd: folder, env, timeout: STARTS_WITHIN_MS })
  const child = spawn(process.execPath, [cli, 'start'], { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (piece: Buffer) => {
    said = `${said}${piece}`.slice(-2000)
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const close = async () => {
    child.kill('SIGKILL')
    await exited
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await untilReady(url, () => (child.exitCode === null ? null : said))
    return { url, token, close }
  } catch (error) {
    await close()
    throw error
  }
}
