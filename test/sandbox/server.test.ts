import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { makeDataDirectory } from '@pictable/server/database/prepared-cluster.test-kit.ts'
import { supportedSandbox } from '@pictable/server/sandbox/sandbox.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { freePort, startServerProcess } from '#test/server-process.ts'

const folder = makeDataDirectory('pictable-sandbox-')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Starts `pictable` as on another kernel. */
const main = 'packages/server/src/sandbox/older-kernel.test-kit.ts'
const secrets = {
  PICTABLE_ADMIN_KEY: 'an-admin-key-of-the-sandbox-tests',
  PICTABLE_SECRET_KEY: 'a-secret-key-of-the-sandbox-tests',
}

async function settings(level: 'error' | 'warn') {
  const PICTABLE_PORT = String(await freePort())
  return {
    ...secrets,
    PICTABLE_PORT,
    PICTABLE_DATA_DIR: folder,
    PICTABLE_SEED_SAMPLE: 'false',
    PICTABLE_LOG_LEVEL: level,
  }
}

/** Runs the kit to its end. */
async function run(args: readonly string[], environment: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [main, ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, said: out + error }
}

/** Files of a process in /proc that give away what it holds. */
const inspected = ['environ', 'mem', 'maps', 'io']

const readyz = z.object({ ready: z.literal(true), warnings: z.array(z.string()) })

async function warningsOf(url: string): Promise<readonly string[]> {
  const response = await fetch(`${url}/readyz`)
  expect(response.status).toBe(200)
  return readyz.parse(await response.json()).warnings
}

/** As the user of this test without the rights of root. */
function spawnPlain(command: readonly string[]) {
  const plain = ['setpriv', '--bounding-set=-all', '--inh-caps=-all', '--', ...command]
  const [program = '', ...args] = process.getuid?.() === 0 ? plain : command
  return spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
}

/** How an attempt of another process to read this file ends. */
async function readPlain(path: string): Promise<'read' | 'refused'> {
  const child = spawnPlain(['head', '-c', '1', path])
  child.stdout.resume()
  return (await text(child.stderr)).includes('Permission denied') ? 'refused' : 'read'
}

const kernels = [
  { lacks: 'landlock', named: [/^Landlock is missing: .* Use Linux 5\.13 or newer/] },
  { lacks: 'seccomp', named: [/^seccomp is missing: .* Use Linux on x64 or arm64/] },
]

describe.skipIf(supportedSandbox.landlock === 0 || !supportedSandbox.seccomp)('pictable serve', () => {
  test.each(kernels)('with "auto" starts without $lacks, and names it', async ({ lacks, named }) => {
    const environment = { ...(await settings('warn')), KERNEL_LACKS: lacks }
    const server = await startServerProcess(environment, { main })
    try {
      const warnings = await warningsOf(server.url)
      expect(warnings).toEqual(named.map((text) => expect.stringMatching(text)))
      for (const warning of warnings) expect(server.log()).toContain(JSON.stringify(warning))
      const doctor = await run(['doctor', '--json'], { PICTABLE_DATA_DIR: folder, KERNEL_LACKS: lacks })
      for (const warning of warnings) expect(doctor.said).toContain(warning)
    } finally {
      await server.end('SIGTERM')
    }
  })

  test('with "require" does not start without a layer, and says what to do', async () => {
    const lacks = 'landlock,seccomp'
    const environment = { ...(await settings('error')), KERNEL_LACKS: lacks, PICTABLE_SANDBOX: 'require' }
    const { code, said } = await run(['serve'], environment)
    expect(code).toBe(1)
    expect(said).toMatch(/^pictable: PICTABLE_SANDBOX=require: \S+ is missing: .* set PICTABLE_SANDBOX=auto\.\n$/m)
    for (const layer of lacks.split(',')) expect(said.toLowerCase()).toContain(`${layer} is missing`)
  })

  test('with "require" starts where no layer is missing, and hides secrets and memory from processes of its user', async () => {
    const environment = { ...(await settings('warn')), PICTABLE_SANDBOX: 'require' }
    const server = await startServerProcess(environment, { main })
    try {
      expect(await warningsOf(server.url)).toEqual([])
      const signedIn = await fetch(`${server.url}/v1/templates`, {
        headers: { authorization: `Bearer ${secrets.PICTABLE_ADMIN_KEY}` },
      })
      expect(signedIn.status).toBe(200)
      // This test may be root, which may read everything.
      const seen = await readFile(`/proc/${server.pid}/environ`, 'utf8').catch(() => '')
      for (const secret of Object.values(secrets)) expect(seen).not.toContain(secret)
      for (const name of inspected) expect(await readPlain(`/proc/${server.pid}/${name}`), name).toBe('refused')
    } finally {
      await server.end('SIGTERM')
    }
  })

  test('is compared with a process that does not hide', async () => {
    const other = spawnPlain(['sleep', '100'])
    try {
      for (const name of inspected)
        await expect.poll(() => readPlain(`/proc/${other.pid}/${name}`), { message: name }).toBe('read')
    } finally {
      other.kill()
    }
  })
})
