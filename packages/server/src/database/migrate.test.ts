import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { checkSchema, schemaState } from './migrate.ts'
import { openPrepared } from './prepared-cluster.test-kit.ts'

test('a schema that changes under a process is noticed, unless it was only added to', async () => {
  const { kysely, close } = await openPrepared()
  try {
    await checkSchema(kysely)
    await sql`insert into kysely_migration (name, timestamp) values ('9999-newer', 'now')`.execute(kysely)
    await checkSchema(kysely)
    await sql`insert into settings (name, value) values ('schema_needs', '"9999-newer"')`.execute(kysely)
    await expect(checkSchema(kysely)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('newer release'),
    })
    await expect(schemaState(kysely)).rejects.toThrow(/A newer release of Pictable migrated/)
    await sql`delete from kysely_migration where name > '0009'`.execute(kysely)
    await expect(checkSchema(kysely)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('older than this release'),
    })
  } finally {
    await close()
  }
})
