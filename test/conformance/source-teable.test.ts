import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeSource } from '#test/conformance/source.ts'
import { type FakeTeable, startFakeTeable } from '#test/fakes/teable/fake-teable.ts'
import { openFixture, openTeable } from '#test/fakes/teable/open-fixture.ts'

let fake: FakeTeable
beforeAll(async () => {
  fake = await startFakeTeable()
})
afterAll(() => fake.close())

describeSource('teable', (count) => openFixture(fake, count))

test('teable: more fields than a query may name are read all the same', async () => {
  const fields = Array.from({ length: 25 }, (_, n) => ({ name: `Field ${n}`, type: 'singleLineText' }))
  const table = fake.addTable({ baseId: 'bseWide', name: 'Wide', fields, views: [] })
  fake.addRecords(table, [Object.fromEntries(fields.map(({ name }) => [name, `Cell of ${name}`]))])
  const source = openTeable(fake)
  const ref = { baseId: 'bseWide', tableId: table.id }
  const cells = Object.fromEntries(table.fields.map(({ id, name }) => [id, `Cell of ${name}`]))
  const records = (await Array.fromAsync(source.pages(ref, { viewId: null }))).flatMap((page) => page.records)
  expect(records.map((record) => record.fields)).toEqual([cells])
  const ids = records.map(({ id }) => id)
  expect((await source.getRecords(ref, ids)).map((record) => record.fields)).toEqual([cells])
})
