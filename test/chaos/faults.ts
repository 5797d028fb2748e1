import { type FaultRow, suffer } from '#test/chaos/fault-table.ts'
import { type InstallationOptions, startInstallation } from '#test/chaos/installation.ts'
import { startPostgres } from '#test/chaos/postgres.ts'
import { startS3Server } from '#test/fakes/s3/s3-server.ts'
import { startTcpProxy, type TcpFault, type TcpProxy } from '#test/fakes/tcp-proxy.ts'

interface FaultOptions {
  times: number
  lastsMs: number
  records: number
  /** Of PostgreSQL; without it the embedded database is used, and its own faults are left out. */
  postgresPath: string | undefined
  log?: (line: string) => void
}

const onTheWire: [name: string, fault: TcpFault][] = [
  ['is down', 'down'],
  ['says nothing any more', 'silent'],
  ['cuts every connection', 'reset'],
  ['takes 300 ms for everything', { latencyMs: 300 }],
  ['sends 50 kB in a second', { bytesPerSecond: 50_000 }],
  ['comes in pieces of 7 bytes', { sliceBytes: 7 }],
]

const wireFaults = (who: string, proxy: TcpProxy) =>
  onTheWire.map(([name, fault]) => ({
    name: `${who} ${name}`,
    begin: () => proxy.set(fault),
    end: () => proxy.set('none'),
  }))

/** Cuts every connection, many times a second: transactions end in the middle. */
function cutsAgainAndAgain(who: string, proxy: TcpProxy) {
  let cutting: NodeJS.Timeout | undefined
  return {
    name: `${who} is cut off again and again`,
    begin: async () => {
      cutting = setInterval(() => void proxy.set('reset').then(() => proxy.set('none')), 150)
    },
    end: async () => clearInterval(cutting),
  }
}

/** PostgreSQL, S3 and the receiver, each behind a proxy that fails as it is told, under two processes that share them. */
export async function faults(options: FaultOptions): Promise<FaultRow[]> {
  const { times, lastsMs, records, postgresPath, log = () => {} } = options
  const postgres = postgresPath === undefined ? undefined : await startPostgres(postgresPath)
  const database = postgres && (await startTcpProxy(postgres.socket))
  const s3 = await startS3Server()
  const bucket = await startTcpProxy(s3.url)
  let receiver: TcpProxy | undefined
  const settings: Record<string, string> = {
    PICTABLE_STORAGE: 's3://pictures/chaos',
    AWS_ENDPOINT_URL_S3: bucket.url,
    AWS_ACCESS_KEY_ID: s3.accessKeyId,
    AWS_SECRET_ACCESS_KEY: s3.secretAccessKey,
    AWS_REGION: s3.region,
    ...(database &&
      postgres && {
        PICTABLE_DATABASE_URL: `postgres://postgres@127.0.0.1:${new URL(database.url).port}/${postgres.name}`,
      }),
  }
  const scene: InstallationOptions = {
    records,
    roles: postgres ? ['both', 'worker'] : ['both'],
    settings,
    async receiverUrl(url) {
      receiver = await startTcpProxy(url)
      return `${receiver.url}${new URL(url).pathname}`
    },
  }
  const rows: FaultRow[] = []
  const installation = await startInstallation(scene)
  try {
    const all = [
      ...(database ? [...wireFaults('PostgreSQL', database), cutsAgainAndAgain('PostgreSQL', database)] : []),
      ...(postgres ? [{ name: 'PostgreSQL crashes', begin: () => postgres.cluster.crash(), end: async () => {} }] : []),
      ...wireFaults('S3', bucket),
      ...(receiver ? wireFaults('the receiver', receiver) : []),
    ]
    for (const fault of all) {
      const row = await suffer(installation, fault, { times, lastsMs, withEvents: true })
      rows.push(row)
      log(JSON.stringify(row))
    }
    return rows
  } finally {
    await installation.close()
    await Promise.all([database, bucket, receiver].map((proxy) => proxy?.close()))
    await s3.close()
    await postgres?.cluster.stop()
  }
}
