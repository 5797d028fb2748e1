import { Readable } from 'node:stream'
import { contract } from '@pictable/client'
import { z } from 'zod'
import { writeFeed } from '#core/action/write-feed.ts'
import { AppError } from '#core/errors.ts'
import type { World } from '#core/ports/world.ts'
import { found } from '#core/revision.ts'
import type { Admit } from '#http/endpoint/endpoint-call.ts'
import { handlers } from '#http/endpoint/handlers.ts'
import { networkCaller, takeCall } from '#http/endpoint/rate-limit.ts'

/** Guesses at tokens, by network. */
const guesses = { perMinute: 300, burst: 100 }
/** A feed may be long. */
const downloads = { perMinute: 60, burst: 20 }

const paramsSchema = z.object({ token: z.string() })

const actionAt = ({ data, digest }: Pick<World, 'data' | 'digest'>, token: string) =>
  data.actions.findByFeedToken(digest.sha256(token))

/** Refuses tokens that lead nowhere, and limits them by where they come from. */
const admitFeed: Admit = async (world, { params, address }) => {
  const action = await actionAt(world, paramsSchema.parse(params).token)
  if (action !== null) return void (await takeCall(world, `feed:${action.id}`, downloads))
  await takeCall(world, networkCaller(world, 'feed', address), guesses)
  throw new AppError('not_found', 'This URL does not exist.')
}

export const feeds = handlers(
  contract.feeds,
  admitFeed,
)({
  get: async ({ world, params }) => {
    const action = found(await actionAt(world, params.token), 'feed', params.file)
    const isCsv = params.file === 'products.csv'
    return {
      status: 200,
      body: Readable.from(writeFeed(world, action, isCsv ? 'csv' : 'xml')),
      contentType: isCsv ? 'text/csv; charset=utf-8' : 'application/xml; charset=utf-8',
    }
  },
})
