import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Executor, openKysely } from '#database/database.ts'
import { embeddedDialect } from '#database/embedded-dialect.ts'
import { watchCorruption } from '#database/errors/corruption.ts'
import { startPglite } from '#database/pglite.ts'
import { rowOf, rowsOf } from '#database/statement.ts'

describe('embeddedDialect()', () => {
  let kysely: Executor
  let why: string | null = null
  const corruption = watchCorruption()
  beforeAll(async () => {
    kysely = openKysely(embeddedDialect(await startPglite(null), () => why, corruption))
    await rowsOf(kysely, 'create table things (n int primary key, list text[], data jsonb)', [])
  })
  afterAll(() => kysely.destroy())

  test('refuses to write while its disk does not take it, says why, and goes on reading', async () => {
    await rowsOf(kysely, 'insert into things (n) values ($1)', [1])
    why = 'its disk is full'
    const writing = rowsOf(kysely, 'insert into things (n) values ($1)', [2])
    await expect(writing).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/: its disk is full$/),
    })
    expect(await rowOf(kysely, 'select n from things where n = $1', [1])).toEqual({ n: 1 })
    why = null
    await rowsOf(kysely, 'insert into things (n) values ($1)', [2])
    expect(await rowOf(kysely, 'select n from things where n = $1', [2])).toEqual({ n: 2 })
  })

  test('lets everybody else have a turn during a long transaction', async () => {
    let turns = 0
    const timer = setInterval(() => turns++, 1)
    await kysely.transaction().execute(async (inside) => {
      for (let n = 0; n < 5; n++) await rowsOf(inside, 'select pg_sleep(0.03)', [])
    })
    clearInterval(timer)
    expect(turns).toBeGreaterThan(0)
  })

  test('takes lists, JSON, dates and text as they are', async () => {
    const list = ['plain', 'with "quotes" and \\', '', 'null', 'a,b{c}', 'nul \0', null]
    const data = { deep: [1, { two: "it's" }] }
    await rowsOf(kysely, 'insert into things (n, list, data) values ($1, $2, $3)', [10, list, data])
    const row = await rowOf<{ list: string[]; data: unknown; at: Date }>(
      kysely,
      'select list, data, $2::timestamptz as at from things where n = $1',
      [10, new Date('2026-03-01T12:00:00.123Z')],
    )
    expect(row?.list).toEqual([...list.slice(0, 5), 'nul \ufffd', null])
    expect(row?.data).toEqual(data)
    expect(row?.at).toEqual(new Date('2026-03-01T12:00:00.123Z'))
  })

  test('a statement prepared before its table changed works afterwards', async () => {
    const text = 'select * from things where n = $1'
    await rowsOf(kysely, text, [1])
    await rowsOf(kysely, 'alter table things add column extra text', [])
    await rowsOf(kysely, text, [1]).catch(() => {})
    expect(await rowOf(kysely, text, [1])).toHaveProperty('extra')
  })

  test('a script that fails behind its own begin leaves nobody inside it', async () => {
    await expect(
      rowsOf(kysely, 'begin; insert into things (n) values (100); select 1 / 0; commit', []),
    ).rejects.toThrow()
    await rowsOf(kysely, 'insert into things (n) values ($1)', [101])
    expect(await rowOf(kysely, 'select n from things where n = $1', [100])).toBeNull()
    expect(await rowOf(kysely, 'select n from things where n = $1', [101])).toEqual({ n: 101 })
  })

  test.each(['XX001', 'XX002', '58P01'])(
    'tells of corrupt data (%s), which no retry helps, and remembers it',
    async (code) => {
      const failing = `do $$ begin raise exception 'invalid page in block 3' using errcode = '${code}'; end $$`
      await expect(rowsOf(kysely, failing, [])).rejects.toMatchObject({
        code: 'database_corrupt',
        message: expect.stringMatching(/is corrupt: invalid page in block 3\..* restore a backup/),
      })
      expect(corruption.found()).toMatchObject({ code: 'database_corrupt' })
    },
  )

  test('more statements than it keeps prepared are no trouble', async () => {
    for (let n = 0; n < 900; n++)
      expect(await rowOf(kysely, `select $1::int + ${n} as sum`, [1])).toEqual({ sum: n + 1 })
  })
})
