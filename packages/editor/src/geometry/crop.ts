import type { Box, Point, Size } from './matrix.ts'

/** Which part of a picture is seen that covers its box, as the format has it. */
export interface Crop {
  /** The point of the picture, from 0 to 1, that is in the middle of the box, as far as the picture allows. */
  readonly focalPoint: Point
  /** How much larger than it has to be the picture is. */
  readonly zoom: number
}

export const MAX_ZOOM = 8

const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))
const rounded = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits

/** The size at which a picture just covers a box. */
function coverSize(picture: Size, box: Size): Size {
  const ratio = Math.max(box.width / picture.width, box.height / picture.height)
  return { width: picture.width * ratio, height: picture.height * ratio }
}

/** Where the whole picture is, in the coordinates of the box that shows a part of it. */
export function croppedPicture(picture: Size, box: Size, { focalPoint, zoom }: Crop): Box {
  const cover = coverSize(picture, box)
  const [width, height] = [cover.width * zoom, cover.height * zoom]
  return {
    x: -within(width * focalPoint.x - box.width / 2, 0, width - box.width),
    y: -within(height * focalPoint.y - box.height / 2, 0, height - box.height),
    width,
    height,
  }
}

/** The crop by which the whole picture is there; without a gap at an edge of the box. */
function cropOf(whole: Box, { picture, box }: { picture: Size; box: Size }): Crop {
  const zoom = within(whole.width / coverSize(picture, box).width, 1, MAX_ZOOM)
  const middle = (start: number, length: number, side: number) =>
    rounded(within((side / 2 - start) / length, side / 2 / length, 1 - side / 2 / length), 4)
  return {
    focalPoint: { x: middle(whole.x, whole.width, box.width), y: middle(whole.y, whole.height, box.height) },
    zoom: rounded(zoom, 3),
  }
}

interface Cropping {
  readonly picture: Size
  readonly box: Size
  readonly crop: Crop
}

/** The picture is moved under its box. */
export function moveCrop({ picture, box, crop }: Cropping, by: Point): Crop {
  const whole = croppedPicture(picture, box, crop)
  return { ...cropOf({ ...whole, x: whole.x + by.x, y: whole.y + by.y }, { picture, box }), zoom: crop.zoom }
}

/** The corner of a picture that is dragged: which sides it is at. */
export interface PictureCorner {
  readonly isRight: boolean
  readonly isBottom: boolean
}

/** A corner of the picture is dragged to a point: the opposite one stays, as long as the picture covers the box. */
export function scaleCrop({ picture, box, crop }: Cropping, { isRight, isBottom }: PictureCorner, to: Point): Crop {
  const whole = croppedPicture(picture, box, crop)
  const fixed = { x: whole.x + (isRight ? 0 : whole.width), y: whole.y + (isBottom ? 0 : whole.height) }
  const wanted = Math.max(
    ((to.x - fixed.x) * (isRight ? 1 : -1)) / whole.width,
    ((to.y - fixed.y) * (isBottom ? 1 : -1)) / whole.height,
  )
  const least = Math.max(
    ((isRight ? box.width : 0) - fixed.x) / (isRight ? whole.width : -whole.width),
    ((isBottom ? box.height : 0) - fixed.y) / (isBottom ? whole.height : -whole.height),
    1 / crop.zoom,
  )
  const factor = within(wanted, least, Math.max(least, MAX_ZOOM / crop.zoom))
  const [width, height] = [whole.width * factor, whole.height * factor]
  const scaled = { x: fixed.x - (isRight ? 0 : width), y: fixed.y - (isBottom ? 0 : height), width, height }
  return cropOf(scaled, { picture, box })
}

/** The picture gets larger or smaller around the middle of the box. */
export function zoomCrop({ picture, box, crop }: Cropping, factor: number): Crop {
  const whole = croppedPicture(picture, box, crop)
  const zoom = within(crop.zoom * factor, 1, MAX_ZOOM)
  const by = zoom / crop.zoom
  const scaled = {
    x: box.width / 2 - (box.width / 2 - whole.x) * by,
    y: box.height / 2 - (box.height / 2 - whole.y) * by,
    width: whole.width * by,
    height: whole.height * by,
  }
  return cropOf(scaled, { picture, box })
}
