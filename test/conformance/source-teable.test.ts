import { afterAll, beforeAll } from 'vitest'
import { describeSource } from '#test/conformance/source.ts'
import { type FakeTeable, startFakeTeable } from '#test/fakes/teable/fake-teable.ts'
import { openFixture } from '#test/fakes/teable/open-fixture.ts'

let fake: FakeTeable
beforeAll(async () => {
  fake = await startFakeTeable()
})
afterAll(() => fake.close())

describeSource('teable', (count) => openFixture(fake, count))
