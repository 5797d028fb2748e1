import { createServer } from 'node:http'
import type { Governor } from '@pictable/server/core/ports/governor.ts'
import type { Source } from '@pictable/server/core/ports/source.ts'
import { createFetchSource } from '@pictable/server/net/fetch-source.ts'
import { createGuardedFetch } from '@pictable/server/net/guarded-fetch.ts'
import { createAddressPolicy } from '@pictable/server/net/policy/address-policy.ts'
import { createAirtableSource } from '@pictable/server/sources/airtable.ts'
import { type FakeAirtable, startFakeAirtable } from '#test/fakes/airtable/start-fake-airtable.ts'

/** Lets everything out at once: how fast it goes has tests of its own. */
const free: Governor = {
  async enter(_call, signal) {
    signal?.throwIfAborted()
    return { use: () => true, answered: async () => {} }
  },
  pause: async () => {},
}

export interface AirtableKit extends FakeAirtable {
  open(token: string): Source
  /** Where pictures can be fetched. */
  picturesUrl: string
}

async function servePictures(): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/broken')) response.writeHead(404).end()
    else response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from('a picture'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type Settings = NonNullable<Parameters<typeof startFakeAirtable>[0]>

/** A fake Airtable without limits, and the source that calls it through the real guard. */
export async function startAirtableKit(settings: Settings = {}): Promise<AirtableKit> {
  const pictures = await servePictures()
  const fake = await startFakeAirtable({
    callsPerBase: 10_000,
    callsPerToken: 10_000,
    fetchFrom: [pictures.url],
    ...settings,
  })
  const guardedFetch = createGuardedFetch({ policy: createAddressPolicy({ allow: '127.0.0.0/8' }) })
  const kind = createAirtableSource({ fetch: createFetchSource(guardedFetch), governor: free })
  return {
    ...fake,
    picturesUrl: pictures.url,
    open: (token) => kind.open({ token, endpoint_url: fake.url, content_url: fake.contentUrl }, `con_${Math.random()}`),
    async close() {
      await guardedFetch.close()
      await fake.close()
      await pictures.close()
    },
  }
}
