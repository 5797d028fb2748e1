import { afterEach, describe, expect, test } from 'vitest'
import { kill } from '#test/chaos/kill.ts'
import { killOutputs } from '#test/chaos/kill-outputs.ts'
import { startPostgres } from '#test/chaos/postgres.ts'
import { openSizesShop } from '#test/chaos/shop.ts'
import { needs } from '#test/needs.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const nothing = { lost: [], phantom: [], doubled: [], changed: [] }

describe('a process that is killed while it makes five images of each record', () => {
  const timeout = 400_000

  test('loses and doubles none, wherever between them it dies', { timeout }, async () => {
    const report = await killOutputs({ kills: 4, records: 3, from: 40, step: 24, untilCall: 'put' })
    expect(report).toMatchObject({ ...nothing, undone: [], lostKeys: [] })
    expect(report.calls, 'killed between the images of a record').toHaveProperty('put')
  })

  test('nor at random moments', { timeout }, async () => {
    const report = await kill({ kills: 1, records: 40, roles: ['both'], openShop: openSizesShop })
    expect(report).toMatchObject(nothing)
  })

  const postgres = needs('postgresql')
  test.skipIf(!postgres.found)('nor on PostgreSQL', { timeout }, async () => {
    const { cluster, url } = await startPostgres(postgres.found ? postgres.path : '')
    closers.push(cluster.stop)
    const settings = { PICTABLE_DATABASE_URL: url }
    const report = await killOutputs({ kills: 2, records: 3, from: 60, step: 52, settings })
    expect(report).toMatchObject({ ...nothing, undone: [], lostKeys: [] })
  })
})
