import { afterAll, beforeAll } from 'vitest'
import { describeSource } from '#test/conformance/source.ts'
import { type FakeNocoDb, startFakeNocoDb } from '#test/fakes/nocodb/fake-nocodb.ts'
import { openFixture } from '#test/fakes/nocodb/open-fixture.ts'

let fake: FakeNocoDb
beforeAll(async () => {
  fake = await startFakeNocoDb()
})
afterAll(() => fake.close())

describeSource('nocodb', (count) => openFixture(fake, count))
