import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { packAll } from '#release/pack.ts'
import { headersOfNode } from '#test/fakes/hosted/headers-of-node.ts'
import { freePort } from '#test/server-process.ts'
import { until } from '#test/until.ts'

const run = promisify(execFile)

export const version = '2.40.7'

const limits = { maxBuffer: 100_000_000, timeout: 20 * 60_000 }

/** Installs n8n into a folder of its own; one that is there already is used again. It never gets into the repository. */
export async function installN8n(folder: string): Promise<void> {
  const modules = join(folder, 'node_modules')
  if (existsSync(join(modules, 'sqlite3/build/Release/node_sqlite3.node'))) return
  await mkdir(folder, { recursive: true })
  const manifest = { name: 'n8n-for-tests', private: true, dependencies: { n8n: version } }
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest))
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--omit=dev']
  await run('npm', ['install', ...flags], { ...limits, cwd: folder })
  const rebuild = [join(modules, 'node-gyp/bin/node-gyp.js'), 'rebuild', '--release', `--nodedir=${headersOfNode()}`]
  await run(process.execPath, rebuild, { ...limits, cwd: join(modules, 'sqlite3') })
}

/** Packs the nodes, and puts the tarball where n8n puts community nodes. */
async function installNodes(userFolder: string): Promise<void> {
  const nodes = join(userFolder, '.n8n/nodes/node_modules/n8n-nodes-pictable')
  await mkdir(nodes, { recursive: true })
  const [packed] = await packAll(join(userFolder, 'packed'), ['n8n-nodes-pictable'])
  await run('tar', ['-xzf', packed?.path ?? '', '-C', nodes, '--strip-components=1'])
}

/** An n8n process of our own, on an empty database and with the packed nodes. */
export interface RealN8n {
  url: string
  close(): Promise<void>
}

const STARTS_WITHIN = { withinMs: 5 * 60_000, everyMs: 500 }

function settingsOf(userFolder: string, port: number): Record<string, string | undefined> {
  return {
    ...process.env,
    N8N_USER_FOLDER: userFolder,
    N8N_LISTEN_ADDRESS: '127.0.0.1',
    N8N_PORT: String(port),
    WEBHOOK_URL: `http://127.0.0.1:${port}/`,
    N8N_ENCRYPTION_KEY: 'only-for-tests',
    N8N_SECURE_COOKIE: 'false',
    N8N_DIAGNOSTICS_ENABLED: 'false',
    N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
    N8N_TEMPLATES_ENABLED: 'false',
    N8N_RUNNERS_ENABLED: 'false',
    N8N_LOG_LEVEL: 'warn',
    // Nothing leaves this machine: n8n asks its makers for more than these settings name.
    HTTPS_PROXY: 'http://127.0.0.1:9',
    NO_PROXY: '127.0.0.1,localhost',
  }
}

export async function startN8n(folder: string): Promise<RealN8n> {
  const userFolder = await mkdtemp(join(tmpdir(), 'n8n-user-'))
  await installNodes(userFolder)
  const port = await freePort()
  const env = settingsOf(userFolder, port)
  const child = spawn(process.execPath, [join(folder, 'node_modules/n8n/bin/n8n'), 'start'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece: Buffer) => {
      printed = `${printed}${piece}`.slice(-20_000)
    })
  }
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const close = async () => {
    child.kill('SIGKILL')
    await exited
    await rm(userFolder, { recursive: true, force: true })
  }
  const url = `http://127.0.0.1:${port}`
  const isReady = () => {
    if (child.exitCode !== null) throw new Error(`n8n ended:\n${printed}`)
    return fetch(`${url}/healthz/readiness`).then(
      ({ ok }) => ok,
      () => false,
    )
  }
  try {
    await until(() => `n8n did not start:\n${printed}`, isReady, STARTS_WITHIN)
    return { url, close }
  } catch (error) {
    await close()
    throw error
  }
}
