import type { ImageRequest } from '#renderer/model/layer-kind.ts'
import { isPicture, type Paint, type PicturePaint } from '#renderer/properties/paint.ts'

interface Room {
  readonly width: number
  readonly height: number
  /** How the layer becomes larger than it is written. */
  readonly fit?: string | undefined
}

type PaintRequest = readonly [PicturePaint, ImageRequest]

/** The pictures among the paints of a box; `outsetPx`: how far what they paint leaves it. */
export function requestPaints(room: Room, paints: readonly (Paint | undefined)[], outsetPx = 0): PaintRequest[] {
  const [width, height] = [room.width + 2 * outsetPx, paintedHeightOf(room) + 2 * outsetPx]
  return paints.flatMap((paint): PaintRequest[] => {
    if (paint === undefined || !isPicture(paint)) return []
    const { src, fallback, fit, focalPoint, zoom } = paint
    return [[paint, { src, fallback, onMissing: 'hide', fit, focalPoint, zoom, width, height }]]
  })
}

/** How high pictures have to be: how far a layer grows is known only after its pictures are there. */
export function paintedHeightOf({ fit, width, height }: Room): number {
  return fit === 'grow' ? Math.max(width, height) : height
}
