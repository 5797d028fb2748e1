import type { Area } from '#renderer/geometry/areas.ts'
import type { Box } from '#renderer/geometry/box.ts'

interface Size {
  readonly widthPx: number
  readonly heightPx: number
}

/**
 * How many pixels a picture goes on beyond its edges, in the colours that it has there. So only the edge of what it
 * paints is smoothed, and not its own edge too, which would let shine through what is behind both.
 */
export interface Bleed {
  readonly across: number
  readonly down: number
}

export const NO_BLEED: Bleed = { across: 0, down: 0 }

/** The box of a picture with its bleed; the given one is without. */
export function bledBox({ x, y, width, height }: Box, { widthPx, heightPx }: Size, { across, down }: Bleed): Box {
  const [left, above] = [(across * width) / widthPx, (down * height) / heightPx]
  return { x: x - left, y: y - above, width: width + 2 * left, height: height + 2 * above }
}

export function bledSize({ widthPx, heightPx }: Size, { across, down }: Bleed): Size {
  return { widthPx: widthPx + 2 * across, heightPx: heightPx + 2 * down }
}

/** A part of a picture, and where a canvas gets it. */
export interface PutPart extends Area {
  readonly atX: number
  readonly atY: number
}

/** The parts of a picture of which it consists with its bleed, row by row. */
export function bledParts({ widthPx, heightPx }: Size, { across, down }: Bleed): PutPart[] {
  return stretches(heightPx, down).flatMap((row) =>
    stretches(widthPx, across).map((column) => ({
      left: column.from,
      top: row.from,
      widthPx: column.length,
      heightPx: row.length,
      atX: column.to,
      atY: row.to,
    })),
  )
}

function stretches(length: number, bleed: number): { from: number; length: number; to: number }[] {
  const edge = (from: number, to: number) =>
    Array.from({ length: bleed }, (_, at) => ({ from, length: 1, to: to + at }))
  return [...edge(0, 0), { from: 0, length, to: bleed }, ...edge(length - 1, bleed + length)]
}
