import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A PostgreSQL server of our own, on a socket in a folder that goes with it; over TCP only with a password. */
export interface PostgresCluster {
  /** Makes an empty database. @returns its URL */
  createDatabase(): Promise<string>
  /** Ends the server as a power cut would, and starts it again. */
  crash(): Promise<void>
  stop(): Promise<void>
}

/** PostgreSQL refuses to run as root: then it runs as Debian's user for it. */
export function processOwner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

async function untilItAnswers(isReady: () => boolean, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}`)
    if (isReady()) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('PostgreSQL does not answer')
}

function ended(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (server.exitCode !== null || server.signalCode !== null) resolve()
    else server.once('exit', () => resolve())
  })
}

/**
 * Starts a throw-away cluster with the programs in `path`, on a port of loopback too when one is given. Stop it when the
 * tests are over.
 */
export async function startPostgresCluster(path: string, tcpPort?: number): Promise<PostgresCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'pictable-postgres-'))
  const user = processOwner()
  if (user) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const options = { ...user, cwd: folder, stdio: 'ignore' as const }
  execFileSync(
    join(path, 'initdb'),
    // The machine may have no locale at all, and PostgreSQL would take bytes for text.
    ['-D', data, '-U', 'postgres', '--locale=C.UTF-8', '--auth-local=trust', '--auth-host=scram-sha-256', '--no-sync'],
    options,
  )
  const tcp = tcpPort === undefined ? ['listen_addresses='] : ['listen_addresses=127.0.0.1', `port=${tcpPort}`]
  const settings = [`unix_socket_directories=${folder}`, ...tcp, 'fsync=off', 'max_connections=300']
  const port = tcpPort ?? 5432
  const url = (database: string) =>
    `postgres://postgres@localhost:${port}/${database}?host=${encodeURIComponent(folder)}`

  const start = async () => {
    const server = spawn(
      join(path, 'postgres'),
      ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
      options,
    )
    await untilItAnswers(
      () => spawnSync(join(path, 'pg_isready'), ['-q', '-h', folder, '-p', String(port)]).status === 0,
      server,
    )
    return server
  }
  let server = await start()
  const endWithUs = () => server.kill('SIGKILL')
  process.once('exit', endWithUs)
  let databases = 0

  return {
    async createDatabase() {
      const name = `test_${databases++}`
      execFileSync(join(path, 'createdb'), ['-h', folder, '-p', String(port), '-U', 'postgres', name])
      return url(name)
    },
    async crash() {
      server.kill('SIGQUIT')
      await ended(server)
      server = await start()
    },
    async stop() {
      process.off('exit', endWithUs)
      server.kill('SIGQUIT')
      await ended(server)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
