import { describeSource } from '#test/conformance/source.ts'
import { describeNocoDb } from '#test/fakes/nocodb/describe-nocodb.ts'
import { openFixture } from '#test/fakes/nocodb/open-fixture.ts'

/** What `real-server.ts` runs: the suites of the fake, on the server that it started. */
const server = { url: process.env.NOCODB_URL ?? '', token: process.env.NOCODB_TOKEN ?? '' }

describeSource('nocodb, the real server', (count) => openFixture(server, count))
describeNocoDb('the real server', () => server)
