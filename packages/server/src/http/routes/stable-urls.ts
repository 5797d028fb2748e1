import { contract } from '@pictable/client'
import { AppError } from '#core/errors.ts'
import { findStableImage, type StablePath } from '#core/image/find-stable-image.ts'
import type { World } from '#core/ports/world.ts'
import { answerFile } from '#http/answers/image-file.ts'
import { handlers } from '#http/endpoint/handlers.ts'
import { checkCall, networkCaller, takeCall } from '#http/endpoint/rate-limit.ts'

/** Guesses at keys, by network. Beyond it, all calls of the network are refused. */
const limit = { perMinute: 300, burst: 300 }

/** The image behind the URL is another one after a run. */
const caching = { cacheControl: 'public, max-age=60, stale-while-revalidate=60', redirectSeconds: 60 }

/** The name of a file and its extension, which is behind the last dot. */
function splitFile(file: string): { stem: string; extension: string } {
  const dot = file.lastIndexOf('.')
  return dot < 0 ? { stem: file, extension: '' } : { stem: file.slice(0, dot), extension: file.slice(dot + 1) }
}

async function answerImage(world: World, address: string, path: StablePath) {
  const network = networkCaller(world, 'stable', address)
  // Who has guessed too often learns nothing, not even that a guess was right.
  await checkCall(world, network, limit)
  const found = await findStableImage(world, path)
  if (found !== null) return answerFile(world, found, caching)
  await takeCall(world, network, limit)
  throw new AppError('not_found', 'There is no such image.')
}

export const stableUrls = handlers(contract.stableUrls)({
  image: ({ world, params, client }) => {
    const { stem, extension } = splitFile(params.file)
    return answerImage(world, client.address, { actionId: params.id, key: stem, output: null, extension })
  },
  output: ({ world, params, client }) => {
    const { stem, extension } = splitFile(params.file)
    return answerImage(world, client.address, { actionId: params.id, key: params.key, output: stem, extension })
  },
})
