import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { headersOfNode } from '#test/fakes/hosted/headers-of-node.ts'
import type { NocoServer } from './open-fixture.ts'

const run = promisify(execFile)

export const version = '0.301.3'
const email = 'admin@example.com'
const password = 'Only-for-tests-1'

/** One dependency of NocoDB is a file on a server outside the registry; this is the same release from the registry. */
const manifest = {
  name: 'nocodb-for-tests',
  private: true,
  dependencies: { nocodb: version },
  overrides: { xlsx: 'npm:@e965/xlsx@0.20.3' },
}

const starter = `const { Noco } = require('nocodb')
const app = require('express')()
const server = app.listen(0, '127.0.0.1', async () => {
  app.use(await Noco.init({}, server, app))
  console.log('READY ' + server.address().port)
})
`

/** Installs NocoDB into a folder of its own; one that is there already is used again. It never gets into the repository. */
export async function installNocoDb(folder: string): Promise<void> {
  const built = join(folder, 'node_modules/sqlite3/build/Release/node_sqlite3.node')
  if (existsSync(built)) return
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest))
  const bounds = { cwd: folder, maxBuffer: 100_000_000, timeout: 15 * 60_000 }
  await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--omit=dev'], bounds)
  const gyp = join(folder, 'node_modules/node-gyp/bin/node-gyp.js')
  const rebuild = [gyp, 'rebuild', '--release', `--nodedir=${headersOfNode()}`]
  await run(process.execPath, rebuild, { ...bounds, cwd: join(folder, 'node_modules/sqlite3') })
}

const tokenAnswer = z.object({ token: z.string() })

async function createToken(url: string): Promise<string> {
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    return tokenAnswer.parse(await response.json()).token
  }
  const session = await post('/api/v1/auth/user/signin', { email, password })
  return post('/api/v1/tokens', { description: 'tests' }, { 'xc-auth': session })
}

/** A NocoDB process of our own, on an empty database. */
export interface RealNocoDb extends NocoServer {
  close(): Promise<void>
}

const startWithinMs = 5 * 60_000

export async function startNocoDb(folder: string): Promise<RealNocoDb> {
  const dataDir = await mkdtemp(join(tmpdir(), 'nocodb-data-'))
  const script = join(folder, 'start.cjs')
  await writeFile(script, starter)
  const child = spawn(process.execPath, [script], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      ...process.env,
      NC_TOOL_DIR: dataDir,
      NC_ADMIN_EMAIL: email,
      NC_ADMIN_PASSWORD: password,
      NC_ALLOW_LOCAL_HOOKS: 'true',
      NC_DISABLE_TELE: 'true',
      NC_DISABLE_ERR_REPORTS: 'true',
      NC_DISABLE_SUPPORT_CHAT: 'true',
    },
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  let said = ''
  child.stdout.on('data', (piece: Buffer) => {
    said = `${said}${piece}`.slice(-10_000)
    const port = /READY (\d+)/.exec(said)?.[1]
    if (port !== undefined) resolve(Number(port))
  })
  void exited.then(() => reject(new Error(`NocoDB ended: ${said.slice(-2000)}`)))
  const timer = setTimeout(() => reject(new Error('NocoDB did not start in time')), startWithinMs)
  const close = async () => {
    child.kill('SIGKILL')
    await exited
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    const url = `http://127.0.0.1:${await promise}`
    return { url, token: await createToken(url), close }
  } catch (error) {
    await close()
    throw error
  } finally {
    clearTimeout(timer)
  }
}
