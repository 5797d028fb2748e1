import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeSource } from '#test/conformance/source.ts'
import { describeNocoDb } from '#test/fakes/nocodb/describe-nocodb.ts'
import { type FakeNocoDb, startFakeNocoDb } from '#test/fakes/nocodb/fake-nocodb.ts'
import { openFixture, openSource } from '#test/fakes/nocodb/open-fixture.ts'

let fake: FakeNocoDb
beforeAll(async () => {
  fake = await startFakeNocoDb()
})
afterAll(() => fake.close())

describeSource('nocodb', (count) => openFixture(fake, count))
describeNocoDb('the fake', () => fake)

test('a NocoDB without version 3 of the API is told to be too old', async () => {
  const old = await startFakeNocoDb({ isOld: true })
  try {
    await expect(openSource(old).check()).rejects.toMatchObject({
      code: 'source_invalid',
      message: expect.stringContaining('0.260'),
    })
  } finally {
    await old.close()
  }
})

test('a NocoDB that gives fewer records than it is asked for is read to the end', async () => {
  const small = await startFakeNocoDb({ pageMax: 7 })
  try {
    const { source, table } = await openFixture(small, 45)
    const lengths: number[] = []
    for await (const { records } of source.pages(table, { viewId: null })) lengths.push(records.length)
    expect(lengths).toEqual([7, 7, 7, 7, 7, 7, 3])
    const ids: string[] = []
    for await (const { records } of source.pages(table, { viewId: null })) ids.push(...records.map(({ id }) => id))
    const found = (await source.getRecords(table, ['999999', ...ids])).map(({ id }) => id)
    expect(found.toSorted()).toEqual(ids.toSorted())
  } finally {
    await small.close()
  }
})

test('whole numbers of 64 bits are asked for as keys, with or without a sign', async () => {
  const { table } = await openFixture(fake, 1)
  const asked: string[] = []
  const source = openSource(fake, async ({ url, method, headers }) => {
    asked.push(new URL(url).searchParams.get('where') ?? '')
    const response = await fetch(url, { method, headers })
    const body = new Uint8Array(await response.arrayBuffer())
    return { status: response.status, headers: Object.fromEntries(response.headers), body }
  })
  const possible = ['1', '-5', '-9223372036854775808', '18446744073709551615']
  const found = await source.getRecords(table, [...possible, '-9223372036854775809', '18446744073709551616', '1x', '-'])
  expect(found.map(({ id }) => id)).toEqual(['1'])
  expect(asked.at(-1)).toContain(`,in,${possible.join(',')})`)
})

test('an empty account is told so', async () => {
  const empty = await startFakeNocoDb()
  try {
    expect(await openSource(empty).check()).toEqual({
      account: 'admin@example.com',
      warnings: [expect.stringContaining('access to no base')],
    })
  } finally {
    await empty.close()
  }
})
