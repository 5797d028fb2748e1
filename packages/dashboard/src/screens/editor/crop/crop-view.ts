import { type Box, croppedPicture, invert, type Point, type Size, transform, transformVector } from '@pictable/editor'
import type { PlacedLayer } from '#dashboard/screens/editor/engine/engine.ts'
import type { WholePicture } from '#dashboard/screens/editor/session/open-picture.ts'
import { toPage, toScreen, type View } from '#dashboard/screens/editor/session/view.ts'
import type { Cropping } from './use-cropping.ts'

interface Shown {
  readonly place: PlacedLayer
  readonly view: View
  readonly picture: WholePicture
  readonly cropping: Cropping
}

/** A picture and its box as they are seen. */
export interface CropView {
  readonly picture: WholePicture
  readonly box: Size
  /** The whole picture, in the coordinates of the box. */
  readonly whole: Box
  /** A point of the box, in the window. */
  at(point: Point): Point
  /** A point of the window, in the box. */
  back(screen: Point): Point
  /** A way on the screen as one in the box. */
  way(by: Point): Point
  /** For what is drawn in the coordinates of the box. */
  readonly matrix: string
}

export function cropView({ place, view, picture, cropping: { crop } }: Shown): CropView {
  const at = (point: Point) => toScreen(view, transform(place.matrix, point))
  const inverse = invert(place.matrix)
  const box = { width: place.width, height: place.height }
  const [o, x, y] = [at({ x: 0, y: 0 }), at({ x: 1, y: 0 }), at({ x: 0, y: 1 })]
  return {
    picture,
    box,
    whole: croppedPicture(picture, box, crop),
    at,
    back: (screen) => (inverse ? transform(inverse, toPage(view, screen)) : screen),
    way: (by) => (inverse ? transformVector(inverse, { x: by.x / view.zoom, y: by.y / view.zoom }) : by),
    matrix: `matrix(${x.x - o.x} ${x.y - o.y} ${y.x - o.x} ${y.y - o.y} ${o.x} ${o.y})`,
  }
}

/** The corners of a box in the window, from the upper left, clockwise. */
export function cornersIn({ at }: CropView, { x, y, width, height }: Box): readonly Point[] {
  return [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ].map(at)
}

export const share = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000
