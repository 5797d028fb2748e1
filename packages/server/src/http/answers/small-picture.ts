import { AppError } from '#core/errors.ts'
import type { World } from '#core/ports/world.ts'
import { type DrawnDesign, drawDesign, type Look } from '#core/template/draw-design.ts'

/** Its address says which version it is of, so it may be kept for a while. */
const caching = { 'cache-control': 'private, max-age=600' }

function failed({ code, message }: NonNullable<DrawnDesign['error']>): AppError {
  return new AppError(code === 'render_timeout' ? code : 'image_failed', `The design cannot be rendered: ${message}`)
}

/** A small picture as an answer. @throws AppError `image_failed`, `render_timeout` */
export async function smallPicture(world: Pick<World, 'data' | 'renderer'>, look: Look, signal: AbortSignal) {
  const { file, error } = await drawDesign(world, look, signal)
  if (error !== null) throw failed(error)
  if (file === null) throw new AppError('internal', 'The renderer returned no file.')
  return { status: 200, body: file.bytes, contentType: 'image/webp', headers: caching } as const
}
