import { DummyDriver, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { expect, test } from 'vitest'
import { recordData } from '#database/data/run-record-data.ts'
import { openKysely } from '#database/database.ts'
import { toAppError } from './database-error.ts'

/** A database that answers every statement with this SQLSTATE. */
function failingWith(code: string) {
  const fail = () => Promise.reject(toAppError(Object.assign(new Error('canceled'), { code })))
  const driver = Object.assign(new DummyDriver(), {
    acquireConnection: async () => ({
      executeQuery: fail,
      async *streamQuery() {
        yield await fail()
      },
    }),
  })
  return openKysely({
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver,
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  })
}

test('the names of the files of a run are unknown when reading them exceeds the time limit of a statement', async () => {
  expect(await recordData(failingWith('57014')).namedRecords('run_1')).toBeNull()
  await expect(recordData(failingWith('57P01')).namedRecords('run_1')).rejects.toMatchObject({ code: 'unavailable' })
})
