import { moveClock } from '#test/chaos/faults/clock.ts'
import type { OpenScene } from '#test/chaos/faults/fault.ts'
import { holdMachine } from '#test/chaos/faults/held-machine.ts'
import { onTheWire } from '#test/chaos/faults/on-the-wire.ts'
import { startInstallation } from '#test/chaos/installation.ts'
import { startPostgresBehindProxy } from '#test/chaos/postgres.ts'
import { startS3Server } from '#test/fakes/s3/s3-server.ts'
import { startTcpProxy, type TcpProxy } from '#test/fakes/tcp-proxy.ts'
import { needs } from '#test/needs.ts'

/** Two processes that share PostgreSQL and S3; these and the receiver stand behind proxies. */
export const openManyMachines: OpenScene = async (records, closing) => {
  const postgresql = needs('postgresql')
  if (!postgresql.found) return null
  const behindProxy = async (target: string): Promise<TcpProxy> => {
    const proxy = await startTcpProxy(target)
    closing.defer(proxy.close)
    return proxy
  }
  const { cluster, proxy: database, url, direct } = await startPostgresBehindProxy(postgresql.path, closing)
  const s3 = await startS3Server()
  closing.defer(s3.close)
  const bucket = await behindProxy(s3.url)
  const clock = moveClock()
  closing.defer(clock.preload.close)
  const receivers: TcpProxy[] = []
  const shared = {
    PICTABLE_DATABASE_URL: url,
    PICTABLE_STORAGE: 's3://pictures/chaos',
    AWS_ENDPOINT_URL_S3: bucket.url,
    AWS_ACCESS_KEY_ID: s3.accessKeyId,
    AWS_SECRET_ACCESS_KEY: s3.secretAccessKey,
    AWS_REGION: s3.region,
  }
  const installation = await startInstallation({
    records,
    roles: ['both', 'worker'],
    settings: (role) => (role === 'worker' ? { ...shared, NODE_OPTIONS: clock.preload.option } : shared),
    async receiverUrl(url) {
      const receiver = await behindProxy(url)
      receivers.push(receiver)
      return receiver.url + new URL(url).pathname
    },
  })
  closing.defer(installation.close)
  return {
    installation,
    faults: [
      ...onTheWire('PostgreSQL', database),
      { name: 'PostgreSQL crashes', begin: cluster.crash, end: async () => {} },
      ...onTheWire('S3', bucket),
      ...receivers.flatMap((receiver) => onTheWire('the receiver', receiver)),
      ...clock.faults('the clock of a worker'),
      ...holdMachine(installation, 1, direct),
    ],
  }
}
