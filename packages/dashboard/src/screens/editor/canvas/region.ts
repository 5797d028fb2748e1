import type { Box, Point } from '@pictable/editor'
import type { Region } from '#dashboard/screens/editor/engine/engine.ts'
import type { EditorState } from '#dashboard/screens/editor/session/state.ts'
import { toPage, toScreen } from '#dashboard/screens/editor/session/view.ts'

function meet(one: Box, other: Box): Box | null {
  const [x, y] = [Math.max(one.x, other.x), Math.max(one.y, other.y)]
  const width = Math.min(one.x + one.width, other.x + other.width) - x
  const height = Math.min(one.y + one.height, other.y + other.height) - y
  return width > 0 && height > 0 ? { x, y, width, height } : null
}

/** A hair of tolerance: edges are sums of fractions. */
const NEAR = 0.001

export const holds = (outer: Box, { x, y, width, height }: Box): boolean =>
  outer.x <= x + NEAR &&
  outer.y <= y + NEAR &&
  outer.x + outer.width >= x + width - NEAR &&
  outer.y + outer.height >= y + height - NEAR

/** Which part of the page is seen, with a share of the window around it; null when none is. */
export function seenPart({ view, window, document: { design } }: EditorState, around = 0): Box | null {
  const from = toPage(view, { x: -window.width * around, y: -window.height * around })
  const to = toPage(view, { x: window.width * (1 + around), y: window.height * (1 + around) })
  const page = { x: 0, y: 0, width: design.width, height: design.height }
  return meet({ ...from, width: to.x - from.x, height: to.y - from.y }, page)
}

/** The seen part in whole device pixels, so that nothing is stretched at rest. */
export function seenRegion(state: EditorState, around = 0): Region | null {
  const scale = state.view.zoom * state.pixelRatio
  const part = seenPart(state, around)
  if (!part) return null
  const whole = (from: number, side: number) => {
    const [start, end] = [Math.floor(from * scale + NEAR), Math.ceil((from + side) * scale - NEAR)]
    return [start / scale, (end - start) / scale] as const
  }
  const [x, width] = whole(part.x, part.width)
  const [y, height] = whole(part.y, part.height)
  return { x, y, width, height, scale }
}

/** A place of the window, moved to where its device pixels begin. */
export function atPixel({ x, y }: Point, { pixelRatio }: EditorState): string {
  const whole = (place: number) => Math.round(place * pixelRatio) / pixelRatio
  return `translate(${whole(x)}px, ${whole(y)}px)`
}

/** Puts a canvas that shows a region of the page to where that is seen; at another zoom it is stretched. */
export function placeRegion(canvas: HTMLCanvasElement, region: Region, state: EditorState): void {
  const { view, pixelRatio } = state
  const { style, width, height } = canvas
  const stretch = (view.zoom * pixelRatio) / region.scale
  style.width = `${width / pixelRatio}px`
  style.height = `${height / pixelRatio}px`
  style.transform = `${atPixel(toScreen(view, region), state)} scale(${stretch})`
}
