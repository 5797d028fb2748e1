import { describeSource } from '#test/conformance/source.ts'
import { describeDirectus } from './describe-directus.ts'
import { openFixture } from './open-fixture.ts'

const account = { url: process.env.DIRECTUS_URL ?? '', token: process.env.DIRECTUS_TOKEN ?? '' }

describeSource('directus, the real server', (count) => openFixture(account, count))
describeDirectus('the real server', () => account)
