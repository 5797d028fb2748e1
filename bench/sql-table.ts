import { Client } from 'pg'
import { needs } from '#test/needs.ts'
import { startPostgresCluster } from '#test/postgres-cluster.ts'
import { freePort } from '#test/server-process.ts'

const password = 'bench'

/** A PostgreSQL server of its own with a table `products` of `count` rows. */
export async function openSqlTable(count: number) {
  const postgres = needs('postgresql')
  if (!postgres.found) throw new Error('this bench needs PostgreSQL')
  const port = await freePort()
  const cluster = await startPostgresCluster(postgres.path, port)
  const url = await cluster.createDatabase()
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`CREATE ROLE bench LOGIN PASSWORD '${password}';
    CREATE TABLE products (id bigint PRIMARY KEY, "Name" text NOT NULL, "Image" text);
    INSERT INTO products SELECT n, 'Record ' || n FROM generate_series(1, ${count}) AS n;
    GRANT ALL ON products TO bench; GRANT CREATE ON SCHEMA public TO bench; ANALYZE products`)
  const settings = { host: '127.0.0.1', port, database: new URL(url).pathname.slice(1), user: 'bench', password }
  return {
    settings,
    createDatabase: cluster.createDatabase,
    async written(): Promise<number> {
      const { rows } = await client.query('SELECT count("Image")::int AS written FROM products')
      return rows[0]?.written ?? 0
    },
    async close() {
      await client.end()
      await cluster.stop()
    },
  }
}

export type SqlTable = Awaited<ReturnType<typeof openSqlTable>>
