import { setFlagsFromString } from 'node:v8'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Pglite, startPglite } from '#database/pglite.ts'

const MEGABYTE = 2 ** 20
const hundredRows = 'select n, $1::text || n as text, lpad(n::text, 200) as padding from generate_series(1, 100) n'

describe('startPglite()', () => {
  let pglite: Pglite
  beforeAll(async () => {
    pglite = await startPglite(null)
  })
  afterAll(() => pglite.close())

  test('keeps nothing of the rows it has read', async () => {
    const read = async (times: number) => {
      for (let count = 0; count < times; count++) await pglite.query(hundredRows, ['row '])
      return (await pglite.memory()).heapUsedBytes
    }
    const before = await read(500)
    // 100 MB where each row is kept; the rest is garbage that nobody has collected yet.
    expect((await read(2500)) - before).toBeLessThan(30 * MEGABYTE)
  })

  test('reads answers of many chunks as PostgreSQL wrote them', async () => {
    const text = `select n, repeat(md5(n::text), 40) as text from generate_series(1, $1::int) n`
    const { rows } = await pglite.query<{ n: number; text: string }>(text, [2000])
    const { rows: one } = await pglite.query<{ text: string }>(`select repeat(md5($1::text), 40) as text`, ['1999'])
    expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: 2000 }, (_, index) => index + 1))
    expect(new Set(rows.map(({ text }) => text)).size).toBe(2000)
    expect(rows[1998]?.text).toBe(one[0]?.text)
  })

  test('reads an answer for which PostgreSQL had to take more memory', async () => {
    const { rows } = await pglite.query<{ text: string }>(`select repeat($1, 60000000) as text`, ['äx'])
    expect(rows[0]?.text.length).toBe(120_000_000)
    expect(rows[0]?.text.endsWith('äx')).toBe(true)
  })
})

test('startPglite() says so when its thread runs out of memory', async () => {
  const heapLimit = (megabytes: number) => setFlagsFromString(`--max-old-space-size=${megabytes}`)
  heapLimit(8)
  try {
    await expect(startPglite(null)).rejects.toThrow(/ran out of memory.*--max-old-space-size/)
  } finally {
    heapLimit(0)
  }
})
