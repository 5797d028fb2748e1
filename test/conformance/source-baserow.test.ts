import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeSource } from '#test/conformance/source.ts'
import { type FakeBaserow, startFakeBaserow } from '#test/fakes/baserow/fake-baserow.ts'
import { openFixture } from '#test/fakes/baserow/open-fixture.ts'

let fake: FakeBaserow
beforeAll(async () => {
  fake = await startFakeBaserow()
})
afterAll(() => fake.close())

describeSource('baserow', (count) => openFixture(fake, count))

test('baserow: many records by their ids take a request each, and one for the fields of all', async () => {
  const { source, table, countRequests = () => 0 } = await openFixture(fake, 30)
  const pages = await Array.fromAsync(source.pages(table, { viewId: null }))
  const ids = pages.flatMap(({ records }) => records.map(({ id }) => id))
  const before = countRequests()
  expect(await source.getRecords(table, ids)).toHaveLength(30)
  expect(countRequests() - before).toBe(31)
})
