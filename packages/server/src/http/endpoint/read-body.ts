import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createByteBudget, type Share } from '#core/byte-budget.ts'
import { AppError } from '#core/errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of a longer body only the start counts, up to one byte more than the limit. */
    cutsBody?: boolean
  }
}

/** Of all bodies under way together, until their requests have ended: of callers with a key, and of all others. */
const budgetBytes = { known: 256 * 2 ** 20, unknown: 64 * 2 ** 20 }
/** Bodies up to this length need no room, so what takes the room of strangers never keeps anyone from logging in. */
const smallBytes = 16 * 1024

const noShare: Share = { grow: () => true, release: () => {} }

const isLarge = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > smallBytes

interface Reading {
  limitBytes: number
  isCut: boolean
  share: Share
}

async function bytesOf(payload: Readable, { limitBytes, isCut, share }: Reading): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
    const kept = (Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk)).subarray(0, limitBytes + 1 - length)
    length += kept.length
    if (length > limitBytes && !isCut) throw tooLarge()
    if (kept.length === 0) continue
    chunks.push(kept)
    await new Promise<void>((resolve) => {
      if (share.grow(length, resolve)) resolve()
    })
  }
  return Buffer.concat(chunks, length)
}

const tooLarge = () =>
  new AppError(
    'payload_too_large',
    'The body is too large. The maximum is 1 MiB for JSON, 10 MiB for a batch of images and 50 MiB for a file.',
  )

/** Reads bodies no faster than there is memory for them. */
export function readBodies(app: FastifyInstance): void {
  const open = (bytes: number) => createByteBudget(bytes, () => performance.now())
  const budgets = { known: open(budgetBytes.known), unknown: open(budgetBytes.unknown) }
  const shares = new WeakMap<FastifyRequest, Share>()

  app.addHook('preParsing', async (request, reply) => {
    if (!isLarge(request)) return
    const budget = request.caller === undefined ? budgets.unknown : budgets.known
    const share = budget.open(request.routeOptions.bodyLimit + 1)
    shares.set(request, share)
    reply.raw.once('close', share.release)
    if (reply.raw.closed) share.release()
  })

  app.addContentTypeParser('*', async (request: FastifyRequest, payload: Readable) => {
    const { bodyLimit: limitBytes, config } = request.routeOptions
    const isCut = config.cutsBody === true
    if (!isCut && Number(request.headers['content-length']) > limitBytes) throw tooLarge()
    try {
      return await bytesOf(payload, { limitBytes, isCut, share: shares.get(request) ?? noShare })
    } catch (cause) {
      payload.resume()
      if (cause instanceof AppError) throw cause
      throw new AppError('invalid_request', 'The body of the request is incomplete.', { cause })
    }
  })
}
