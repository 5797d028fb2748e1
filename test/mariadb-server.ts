import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testCertificate, testKey } from '@pictable/server/net/certificates.test-kit.ts'
import { type Connection, createConnection } from 'mysql2/promise'

/** A MariaDB server of our own, on a port of loopback, with and without TLS, its files in a folder that goes with it. */
export interface MariadbServer {
  port: number
  /** The account that may do everything, its password is `password`. */
  user: string
  password: string
  connect(): Promise<Connection>
  /** Ends the server as a power cut would. */
  kill(): Promise<void>
  /** Starts it again. */
  restart(): Promise<void>
  stop(): Promise<void>
}

const user = 'admin'
const password = 'the-admin-of-the-tests'

/** MariaDB refuses to run as root: then it runs as Debian's user for it. */
function owner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'mysql'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

function ended(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (server.exitCode !== null || server.signalCode !== null) resolve()
    else server.once('exit', () => resolve())
  })
}

const connect = (port: number): Promise<Connection> =>
  createConnection({ host: '127.0.0.1', port, user, password, multipleStatements: true })

async function untilItAnswers(port: number, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 1200; attempt++) {
    if (server.exitCode !== null) throw new Error(`MariaDB ended with ${server.exitCode}`)
    try {
      await (await connect(port)).end()
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  throw new Error('MariaDB does not answer')
}

/** Starts a throw-away server; `path` is the folder of `mariadbd`. Stop it when the tests are over. */
export async function startMariadbServer(path: string, port: number): Promise<MariadbServer> {
  const folder = mkdtempSync(join(tmpdir(), 'pictable-mariadb-'))
  const account = owner()
  if (account) chownSync(folder, account.uid, account.gid)
  const data = join(folder, 'data')
  const options = { ...account, cwd: folder, stdio: 'ignore' as const }
  execFileSync(
    'mariadb-install-db',
    ['--no-defaults', `--datadir=${data}`, '--skip-test-db', '--auth-root-authentication-method=normal'],
    options,
  )
  const init = join(folder, 'init.sql')
  writeFileSync(
    init,
    `CREATE USER IF NOT EXISTS '${user}'@'127.0.0.1' IDENTIFIED BY '${password}';
GRANT ALL ON *.* TO '${user}'@'127.0.0.1' WITH GRANT OPTION;
`,
    { mode: 0o644 },
  )
  const certificate = join(folder, 'certificate.pem')
  writeFileSync(certificate, testCertificate)
  const key = join(folder, 'key.pem')
  writeFileSync(key, testKey, { mode: 0o600 })
  if (account) chownSync(key, account.uid, account.gid)
  const settings = [
    '--no-defaults',
    `--ssl-cert=${certificate}`,
    `--ssl-key=${key}`,
    `--datadir=${data}`,
    // A server that starts deletes what it takes for left over there.
    `--tmpdir=${folder}`,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    `--socket=${join(folder, 'socket')}`,
    `--pid-file=${join(folder, 'pid')}`,
    `--init-file=${init}`,
    '--skip-name-resolve',
    '--innodb-flush-log-at-trx-commit=2',
    '--innodb-buffer-pool-size=64M',
    '--character-set-server=utf8mb4',
    '--collation-server=utf8mb4_unicode_ci',
  ]
  const start = async () => {
    const server = spawn(join(path, 'mariadbd'), settings, options)
    await untilItAnswers(port, server)
    return server
  }
  let server = await start()
  const endWithUs = () => server.kill('SIGKILL')
  process.once('exit', endWithUs)
  return {
    port,
    user,
    password,
    connect: () => connect(port),
    async kill() {
      server.kill('SIGKILL')
      await ended(server)
    },
    async restart() {
      server = await start()
    },
    async stop() {
      process.off('exit', endWithUs)
      server.kill('SIGKILL')
      await ended(server)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
