import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startMariadbServer } from '#test/mariadb-server.ts'
import { newNames, type TroubleShop, type TroubleTable } from '#test/scenarios/trouble-shops.ts'
import { freePort } from '#test/server-process.ts'

type Sql = (text: string) => Promise<Record<string, unknown>[]>

const values = (count: number) => Array.from({ length: count }, (_, n) => `(${n}, 'Product ${n}', ${n})`).join(', ')

/** What a table of a database does in SQL that both take. */
const tableOf = (sql: Sql, { name, baseId, count }: { name: string; baseId: string; count: number }) => ({
  baseId,
  ids: Array.from({ length: count }, (_, n) => String(n)),
  images: async () => (await sql(`SELECT Image FROM ${name} ORDER BY id`)).map(({ Image }) => Image ?? null),
  changeName: async (place: number, text: string) =>
    void (await sql(`UPDATE ${name} SET Name = '${text}' WHERE id = ${place}`)),
  deleteRecord: async (place: number) => void (await sql(`DELETE FROM ${name} WHERE id = ${place}`)),
  renameImage: async (to: string) => void (await sql(`ALTER TABLE ${name} RENAME COLUMN Image TO ${to}`)),
  deleteImage: async () => void (await sql(`ALTER TABLE ${name} DROP COLUMN Image`)),
  deleteTable: async () => void (await sql(`DROP TABLE ${name}`)),
})

export async function openMariadb(path: string): Promise<TroubleShop> {
  const server = await startMariadbServer(path, await freePort())
  const sql: Sql = async (text) => {
    const connection = await server.connect()
    const [rows] = await connection.query(`USE mysql; ${text}`).finally(() => connection.end())
    const last: unknown = Array.isArray(rows) ? rows.at(-1) : []
    return Array.isArray(last) ? last : []
  }
  const inShop: Sql = (text) => sql(`USE shop; ${text}`)
  await sql(`CREATE DATABASE shop; CREATE USER shop@'127.0.0.1' IDENTIFIED BY 'first';
    GRANT ALL ON shop.* TO shop@'127.0.0.1'`)
  const password = async (to: string) => {
    await sql(`ALTER USER shop@'127.0.0.1' IDENTIFIED BY '${to}'; KILL USER shop`)
  }
  return {
    source: 'mysql',
    namesAreIds: true,
    settings: { host: '127.0.0.1', port: server.port, user: 'shop', password: 'first' },
    takesFiles: false,
    async lockOut() {
      await password('second')
      return () => password('first')
    },
    async createTable(title, count): Promise<TroubleTable> {
      const name = `\`${title}\``
      await inShop(`CREATE TABLE ${name} (id int PRIMARY KEY, Name mediumtext, Price int, Image text, State text)`)
      await inShop(`INSERT INTO ${name} (id, Name, Price) VALUES ${values(count)}`)
      return {
        ...tableOf(inShop, { name, baseId: 'shop', count }),
        async addFields(more) {
          const columns = newNames(more).map((each) => `ADD COLUMN \`${each}\` text DEFAULT 'more'`)
          await inShop(`ALTER TABLE ${name} ${columns.join(', ')}`)
        },
        refuseState: async () =>
          void (await inShop(`ALTER TABLE ${name} ADD CONSTRAINT only_new CHECK (State <> 'completed')`)),
        retypeImage: async (type) =>
          void (await inShop(`ALTER TABLE ${name} MODIFY Image ${type === 'number' ? 'int' : 'text'}`)),
      }
    },
    close: server.stop,
  }
}

export async function openSqlite(filesDir: string): Promise<TroubleShop> {
  const database = new DatabaseSync(join(filesDir, 'shop.sqlite'), { timeout: 10_000 })
  const sql: Sql = async (text) => {
    if (/^select/i.test(text)) return database.prepare(text).all()
    database.exec(text)
    return []
  }
  return {
    source: 'sqlite',
    namesAreIds: true,
    settings: { path: 'shop.sqlite' },
    takesFiles: false,
    async createTable(title, count): Promise<TroubleTable> {
      const name = `\`${title}\``
      await sql(`CREATE TABLE ${name} (id integer PRIMARY KEY, Name text, Price int, Image text, State text)`)
      await sql(`INSERT INTO ${name} (id, Name, Price) VALUES ${values(count)}`)
      return {
        ...tableOf(sql, { name, baseId: 'main', count }),
        async addFields(more) {
          const each = newNames(more).map((title) => `ALTER TABLE ${name} ADD COLUMN \`${title}\` text DEFAULT 'more';`)
          await sql(`BEGIN; ${each.join(' ')} COMMIT`)
        },
        refuseState: async () =>
          void (await sql(`CREATE TRIGGER \`only new ${title}\` BEFORE UPDATE ON ${name} WHEN new.State = 'completed'
            BEGIN SELECT RAISE(ABORT, 'no such option'); END`)),
      }
    },
    close: async () => database.close(),
  }
}
