import { startTcpProxy, type TcpProxy } from '#test/fakes/tcp-proxy.ts'
import { type PostgresCluster, startPostgresCluster } from '#test/postgres-cluster.ts'

/** A database of its own, and the socket that its server listens on. */
export async function startPostgres(
  path: string,
): Promise<{ cluster: PostgresCluster; url: string; socket: string; name: string }> {
  const cluster = await startPostgresCluster(path)
  const url = await cluster.createDatabase()
  const { searchParams, pathname } = new URL(url)
  return { cluster, url, socket: `${searchParams.get('host')}/.s.PGSQL.5432`, name: pathname.slice(1) }
}

/** As `startPostgres()`, reached over a proxy that fails as it is told. */
export async function startPostgresBehindProxy(
  path: string,
  closing: AsyncDisposableStack,
): Promise<{ cluster: PostgresCluster; url: string; direct: string; proxy: TcpProxy }> {
  const { cluster, url: direct, socket, name } = await startPostgres(path)
  closing.defer(cluster.stop)
  const proxy = await startTcpProxy(socket)
  closing.defer(proxy.close)
  return { cluster, url: `postgres://postgres@127.0.0.1:${new URL(proxy.url).port}/${name}`, direct, proxy }
}
