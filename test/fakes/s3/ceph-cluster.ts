import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Keeper, signedHeaders } from '#test/fakes/s3/signature.ts'
import { freePort } from '#test/server-process.ts'

const run = promisify(execFile)

export interface CephS3 extends Keeper {
  url: string
  bucket: string
  /** Ends the gateway alone, without a word. */
  killGateway(): Promise<void>
  startGateway(): Promise<void>
  stop(): Promise<void>
}

interface Ports {
  mon: number
  gateway: number
}

/** One copy of everything, in memory, for nobody else: no keys between the daemons, no tuning by itself. */
const confOf = (folder: string, { mon, gateway }: Ports) => `[global]
fsid = ${randomUUID()}
mon host = v1:127.0.0.1:${mon}
mon initial members = a
public addr = 127.0.0.1
cluster addr = 127.0.0.1
ms bind msgr2 = false
auth cluster required = none
auth service required = none
auth client required = none
auth allow insecure global id reclaim = true
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
mon warn on pool no redundancy = false
osd objectstore = memstore
memstore device bytes = 1073741824
run dir = ${folder}
admin socket = ${folder}/$name.$pid.asok
log file = ${folder}/$name.log
pid file =
keyring = ${folder}/keyring
mon data = ${folder}/mon
osd data = ${folder}/osd
crash dir = ${folder}
[client.rgw]
rgw data = ${folder}
rgw frontends = beast endpoint=127.0.0.1:${gateway}
rgw enable usage log = false
rgw thread pool size = 32
`

/** Tries again until it works: the daemons find each other in their own time. */
async function eventually<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (cause) {
      if (tries >= 120) throw new Error(`${what}: gave up`, { cause })
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }
}

function ended(daemon: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (daemon.exitCode !== null || daemon.signalCode !== null) resolve()
    else daemon.once('exit', () => resolve())
  })
}

async function kill(daemon: ChildProcess | undefined): Promise<void> {
  daemon?.kill('SIGKILL')
  if (daemon !== undefined) await ended(daemon)
}

/** Runs daemons and commands of one cluster. */
function createHands(folder: string) {
  const conf = ['-c', join(folder, 'ceph.conf')]
  return {
    async command(program: string, ...given: string[]): Promise<string> {
      return (await run(program, [...conf, ...given], { cwd: folder, timeout: 60_000 })).stdout
    },
    daemon(program: string, ...given: string[]): ChildProcess {
      const log = createWriteStream(join(folder, `${program}.out`))
      const daemon = spawn(program, [...conf, '-f', ...given], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
      daemon.stdout.pipe(log)
      daemon.stderr.pipe(log)
      return daemon
    },
  }
}

type Hands = ReturnType<typeof createHands>

async function startMonitor(hands: Hands, folder: string, port: number): Promise<ChildProcess> {
  const fsid = /fsid = (\S+)/.exec(await readFile(join(folder, 'ceph.conf'), 'utf8'))?.[1] ?? ''
  const map = join(folder, 'monmap')
  await run('monmaptool', ['--create', '--addv', 'a', `[v1:127.0.0.1:${port}]`, '--fsid', fsid, map])
  await mkdir(join(folder, 'mon'))
  await hands.command('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map)
  const monitor = hands.daemon('ceph-mon', '-i', 'a')
  await eventually('The monitor answers', () => hands.command('ceph', '--connect-timeout', '5', 'mon', 'stat'))
  return monitor
}

async function startStore(hands: Hands, folder: string): Promise<ChildProcess> {
  const id = randomUUID()
  await hands.command('ceph', 'osd', 'new', id)
  await mkdir(join(folder, 'osd'))
  await hands.command('ceph-osd', '--mkfs', '-i', '0', '--osd-uuid', id)
  const store = hands.daemon('ceph-osd', '-i', '0')
  await eventually('The store is up', async () => {
    if (!(await hands.command('ceph', 'osd', 'stat')).includes('1 up')) throw new Error('It is not up')
  })
  return store
}

async function createUser(hands: Hands, { accessKeyId, secretAccessKey }: Keeper): Promise<void> {
  const keys = ['--access-key', accessKeyId, '--secret', secretAccessKey]
  await hands.command(
    'radosgw-admin',
    '-n',
    'client.rgw',
    'user',
    'create',
    '--uid',
    'test',
    '--display-name',
    'Test',
    ...keys,
  )
}

async function createBucket(keeper: Keeper, url: string, bucket: string): Promise<void> {
  const call = { method: 'PUT', url: new URL(`${url}/${bucket}`), body: new Uint8Array() }
  const answer = await fetch(call.url, { method: call.method, headers: signedHeaders(keeper, call) })
  if (!answer.ok) throw new Error(`The bucket cannot be made: ${answer.status} ${await answer.text()}`)
}

/**
 * Starts a throw-away Ceph with its S3 gateway, from Debian's packages `radosgw ceph-mon ceph-osd`: one monitor, one store
 * in memory. Stop it when the tests are over.
 */
export async function startCephS3(): Promise<CephS3> {
  const folder = await mkdtemp(join(tmpdir(), 'pictable-ceph-'))
  const ports = { mon: Number(await freePort()), gateway: Number(await freePort()) }
  await writeFile(join(folder, 'ceph.conf'), confOf(folder, ports))
  await writeFile(join(folder, 'keyring'), '')
  const hands = createHands(folder)
  const daemons: ChildProcess[] = []
  const url = `http://127.0.0.1:${ports.gateway}`
  const keeper = {
    accessKeyId: 'the-access-key',
    secretAccessKey: 'the-secret-key',
    region: 'us-east-1',
    now: () => new Date(),
  }
  let gateway: ChildProcess | undefined
  const startGateway = async () => {
    gateway = hands.daemon('radosgw', '-n', 'client.rgw')
    await eventually('The gateway answers', () => fetch(url))
  }
  const stop = async () => {
    await kill(gateway)
    for (const daemon of daemons.toReversed()) await kill(daemon)
    await rm(folder, { recursive: true, force: true })
  }
  try {
    daemons.push(await startMonitor(hands, folder, ports.mon))
    daemons.push(await startStore(hands, folder))
    await createUser(hands, keeper)
    await startGateway()
    await createBucket(keeper, url, 'pictures')
    return { url, ...keeper, bucket: 'pictures', killGateway: () => kill(gateway), startGateway, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
