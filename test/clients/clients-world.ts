import { execFile, execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createClient } from '@pictable/client'
import { packAll } from '#release/pack.ts'
import { newcomersPath } from '#test/guides/run-steps.ts'
import { installOffline } from '#test/release/install-offline.ts'
import { freePort, startServerProcess } from '#test/server-process.ts'
import { until } from '#test/until.ts'

const run = promisify(execFile)

/** A real server with its sample. */
export async function startSample(dataDir: string) {
  const apiKey = 'the-key-of-the-client-tests'
  const server = await startServerProcess({
    PICTABLE_PORT: String(await freePort()),
    PICTABLE_DATA_DIR: dataDir,
    PICTABLE_ADMIN_KEY: apiKey,
  })
  const { results } = await until(
    () => 'the sample has no action',
    async () => {
      const actions = await createClient({ baseUrl: server.url, apiKey }).actions.list()
      return actions.results.length > 0 && actions
    },
  )
  return { server, apiKey, actionId: results[0]?.id ?? '' }
}

export interface ClientsWorld {
  url: string
  apiKey: string
  /** A folder in which the packed client is installed, with the exercise. */
  user: string
  /** Runs the exercise with a runtime. @returns what it printed */
  exerciseBy(command: string, args?: readonly string[]): Promise<unknown>
  close(): Promise<void>
}

/** A real server, and the client as it is published. */
export async function startClientsWorld(): Promise<ClientsWorld> {
  const work = mkdtempSync(join(tmpdir(), 'pictable-clients-'))
  const user = join(work, 'user')
  mkdirSync(user)
  installOffline(user, await packAll(join(work, 'packed'), ['@pictable/model', '@pictable/client']))
  for (const name of ['exercise.js', 'program.js']) cpSync(join(import.meta.dirname, name), join(user, name))
  const { server, apiKey } = await startSample(join(work, 'data'))
  return {
    ...{ url: server.url, apiKey, user },
    async exerciseBy(command, args = ['program.js']) {
      const env = { PATH: newcomersPath, HOME: user, PICTABLE_URL: server.url, PICTABLE_KEY: apiKey }
      const { stdout } = await run(command, args, { cwd: user, env, timeout: 120_000 })
      return JSON.parse(stdout)
    },
    async close() {
      await server.end('SIGTERM')
      rmSync(work, { recursive: true, force: true })
    },
  }
}

/** The Node of the machine, which may be older than the one that the project brings. */
export function nodeOfMachine(): { path: string; major: number } | undefined {
  try {
    const options = { encoding: 'utf8', env: { PATH: newcomersPath } } as const
    const [path = '', version = ''] = execFileSync(
      'node',
      ['-p', 'process.execPath + "\\n" + process.version'],
      options,
    )
      .trim()
      .split('\n')
    return { path, major: Number(/^v(\d+)/.exec(version)?.[1]) }
  } catch {
    return undefined
  }
}
