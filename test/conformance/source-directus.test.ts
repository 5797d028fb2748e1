import { afterAll, beforeAll } from 'vitest'
import { describeSource } from '#test/conformance/source.ts'
import { describeDirectus } from '#test/fakes/directus/describe-directus.ts'
import { type FakeDirectus, startFakeDirectus } from '#test/fakes/directus/fake-directus.ts'
import { openFixture } from '#test/fakes/directus/open-fixture.ts'

let fake: FakeDirectus
beforeAll(async () => {
  fake = await startFakeDirectus()
})
afterAll(() => fake.close())

describeSource('directus', (count) => openFixture(fake, count))
describeDirectus('the fake', () => fake)
