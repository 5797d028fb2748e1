import { afterAll, beforeAll } from 'vitest'
import { describeSource } from '#test/conformance/source.ts'
import { type FakeGoogleSheets, startFakeGoogleSheets } from '#test/fakes/google-sheets/fake-google-sheets.ts'
import { openFixture } from '#test/fakes/google-sheets/open-fixture.ts'

let fake: FakeGoogleSheets
beforeAll(async () => {
  fake = await startFakeGoogleSheets()
})
afterAll(() => fake.close())

describeSource('google_sheets with a key column', (count) => openFixture(fake, count))
describeSource('google_sheets with marked rows', (count) => openFixture(fake, count, {}))
