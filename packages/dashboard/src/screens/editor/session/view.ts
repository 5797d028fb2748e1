import type { Box, Point, Size } from '@pictable/editor'

/** Where the page is seen in the window of the canvas: `screen = page * zoom + offset`, in CSS pixels. */
export interface View {
  readonly zoom: number
  readonly x: number
  readonly y: number
}

export const MIN_ZOOM = 0.05
export const MAX_ZOOM = 16
/** Free room around what is fitted into the window, in CSS pixels. */
const MARGIN_PX = 48
const STEPS = [0.25, 0.33, 0.5, 0.67, 1, 1.5, 2, 4]

const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

export function toScreen({ zoom, x, y }: View, point: Point): Point {
  return { x: point.x * zoom + x, y: point.y * zoom + y }
}

export function toPage({ zoom, x, y }: View, point: Point): Point {
  return { x: (point.x - x) / zoom, y: (point.y - y) / zoom }
}

/** Another zoom at which the page stays where it is under a point of the window. */
export function zoomAt(view: View, point: Point, zoom: number): View {
  const next = within(zoom, MIN_ZOOM, MAX_ZOOM)
  const ratio = next / view.zoom
  return { zoom: next, x: point.x - (point.x - view.x) * ratio, y: point.y - (point.y - view.y) * ratio }
}

/** The next of the round zooms in a direction. */
export function zoomStep(zoom: number, direction: 1 | -1): number {
  const steps = direction > 0 ? STEPS : STEPS.toReversed()
  // A zoom that is nearly one of the steps counts as it.
  return steps.find((step) => (step - zoom) * direction > 0.001) ?? zoom
}

/** Shows all of a box of the page, as large as the window allows. */
export function fit(box: Box, window: Size, most = MAX_ZOOM): View {
  const room = (side: number) => Math.max(1, side - 2 * MARGIN_PX)
  const whole = Math.min(room(window.width) / Math.max(1, box.width), room(window.height) / Math.max(1, box.height))
  const zoom = within(whole, MIN_ZOOM, most)
  return centred(box, window, zoom)
}

export function centred(box: Box, window: Size, zoom: number): View {
  return {
    zoom,
    x: (window.width - box.width * zoom) / 2 - box.x * zoom,
    y: (window.height - box.height * zoom) / 2 - box.y * zoom,
  }
}

export const pan = (view: View, by: Point): View => ({ ...view, x: view.x + by.x, y: view.y + by.y })

/** A part of what there is always stays in the window, so that it is never lost. */
export function keepInSight(view: View, { x, y, width, height }: Box, window: Size): View {
  const clamp = (offset: number, [start, side]: readonly [number, number], room: number) =>
    within(offset, MARGIN_PX - (start + side) * view.zoom, room - MARGIN_PX - start * view.zoom)
  return { ...view, x: clamp(view.x, [x, width], window.width), y: clamp(view.y, [y, height], window.height) }
}

/** The view in which a box is seen; the same view when it is already. */
export function reveal(view: View, box: Box, window: Size): View {
  const from = toScreen(view, box)
  const to = toScreen(view, { x: box.x + box.width, y: box.y + box.height })
  const isSeen = to.x > 0 && to.y > 0 && from.x < window.width && from.y < window.height
  return isSeen ? view : centred(box, window, view.zoom)
}
