import type { Pen } from '#renderer/canvas/canvas.ts'
import type { Box } from '#renderer/geometry/box.ts'
import type { LabelLook } from '#renderer/labels/set-label.ts'
import type { LeftOut, Pictures } from '#renderer/model/layer-kind.ts'
import type { Paint } from '#renderer/properties/paint.ts'

/** What a chart shows, and how. */
export interface Chart {
  readonly width: number
  readonly height: number
  readonly numbers: readonly number[]
  readonly words: readonly string[]
  readonly min?: number | undefined
  readonly max?: number | undefined
  readonly colors: readonly Paint[]
  readonly trackFill: Paint
  readonly innerRadius: number
  readonly startAngle: number
  readonly legend: 'right' | 'left' | 'none'
  readonly gap: number
  readonly radius: number
  readonly thickness: number
  readonly smooth: boolean
  readonly dots: boolean
  readonly horizontal: boolean
  readonly axis: boolean
  readonly showValues: boolean
  readonly fontSize: number
  readonly pictures: Pictures
}

/** Sets words in a box with a part of their look changed. */
export type SetWords = (
  words: string,
  box: Box,
  change?: Partial<LabelLook>,
) => { readonly width: number; draw(pen: Pen): void }

/** What drawing a chart needs beside the chart. */
export interface Desk {
  readonly setWords: SetWords
  /** Of words that are not drawn. */
  widthOf(words: string): number
  /** A number as it is written beside the chart. */
  write(number: number): string
  /** Notes what there is no room for. */
  leaveOut(what: keyof LeftOut, count: number): void
}

/** Draws a chart; everything that takes time is done before. */
export type Draw = (pen: Pen) => void

/** Where the parts of a circle start, in radians as a canvas counts them: from the right side. */
export function startRadians({ startAngle }: Pick<Chart, 'startAngle'>): number {
  return -Math.PI / 2 + (startAngle * Math.PI) / 180
}

/** The colour at a place: they begin again when there are more bars, which are told apart by their places. */
export function colorAt({ colors }: Chart, at: number): Paint {
  return colors[at % colors.length] ?? '#000000'
}
