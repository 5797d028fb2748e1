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
