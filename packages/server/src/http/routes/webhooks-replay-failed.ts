import { contract } from '@pictable/client'
import { replayFailed } from '#core/webhook/replay.ts'
import { bind } from '#http/endpoint-call.ts'

export const webhooksReplayFailed = bind(contract.webhooks.replayFailed)(async ({ world, params, body }) => ({
  status: 200,
  body: { replayed: await replayFailed(world, params.id, new Date(body.since)) },
}))
