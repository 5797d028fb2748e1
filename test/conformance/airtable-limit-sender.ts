import { createGovernor } from '@pictable/server/core/governor/create-governor.ts'
import type { Governor } from '@pictable/server/core/ports/governor.ts'
import { createData } from '@pictable/server/database/data/data.ts'
import { openClock } from '@pictable/server/database/database-clock.ts'
import { openPostgres } from '@pictable/server/database/open-postgres.ts'
import { createFetchSource } from '@pictable/server/net/fetch-source.ts'
import { createGuardedFetch } from '@pictable/server/net/guarded-fetch.ts'
import { createAddressPolicy } from '@pictable/server/net/policy/address-policy.ts'
import { createAirtableApi } from '@pictable/server/sources/airtable/api.ts'
import { z } from 'zod'

const order = z.object({
  databaseUrl: z.string(),
  url: z.string(),
  baseId: z.string(),
  token: z.string(),
  calls: z.number(),
})

/** A process of an installation that calls Airtable as often as it may. */
const { databaseUrl, url, baseId, token, calls } = order.parse(JSON.parse(process.argv[2] ?? ''))
const database = await openPostgres({ url: databaseUrl })
const clock = await openClock(database)
const data = createData({ database, queueFor: () => ({ send: async () => {}, sendMany: async () => {} }) })
const guardedFetch = createGuardedFetch({ policy: createAddressPolicy({ allow: '127.0.0.0/8' }) })
const { enter, pause } = createGovernor({ clock, data })
const sent: number[] = []
const watched: Governor = {
  async enter(call, signal) {
    const turn = await enter(call, signal)
    return {
      ...turn,
      use() {
        const mayGo = turn.use()
        if (mayGo) sent.push(Date.now())
        return mayGo
      },
    }
  },
  pause,
}
const api = createAirtableApi(
  { fetch: createFetchSource(guardedFetch), governor: watched },
  {
    token,
    endpointUrl: url,
    contentUrl: url,
    budget: { connectionId: `con_${process.pid}`, perDay: null, perMonth: null },
    onHeld: undefined,
  },
)

await Promise.all(
  Array.from({ length: calls }, () =>
    api.call({ method: 'GET', path: `/v0/${baseId}/Products`, baseId, answer: z.unknown(), isRead: true }),
  ),
)
clock.close()
await guardedFetch.close()
await database.close()
process.send?.({ sent })
process.disconnect()
