import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import type { Admit } from './endpoint-call.ts'
import { networkCaller, takeCall } from './rate-limit.ts'

/** Guesses at addresses. */
const limit = { perMinute: 300, burst: 100 }

const paramsSchema = z.object({ token: z.string() })

/** Refuses calls to addresses that lead nowhere, and limits them by where they come from. */
export const admitCall: Admit = async (world, { params, address }) => {
  const { token } = paramsSchema.parse(params)
  if ((await world.data.triggers.findByToken(world.digest.sha256(token))) !== null) return
  await takeCall(world, networkCaller(world, 'hook', address), limit)
  throw new AppError('not_found', 'This URL does not exist.')
}
