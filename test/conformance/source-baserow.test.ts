import { afterAll, beforeAll } from 'vitest'
import { describeSource } from '#test/conformance/source.ts'
import { type FakeBaserow, startFakeBaserow } from '#test/fakes/baserow/fake-baserow.ts'
import { openFixture } from '#test/fakes/baserow/open-fixture.ts'

let fake: FakeBaserow
beforeAll(async () => {
  fake = await startFakeBaserow()
})
afterAll(() => fake.close())

describeSource('baserow', (count) => openFixture(fake, count))
