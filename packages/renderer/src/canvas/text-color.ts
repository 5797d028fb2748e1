import '#renderer/fonts/no-system-fonts.ts'

import { type CanvasGradient, createCanvas } from '@napi-rs/canvas'

/** Skia makes letters heavier the lighter their paint is; of a gradient it takes the mean of the stops, seen or not. */
const MEAN_OF_DARK = 112
const MEAN_OF_LIGHT = 144
/** Colours from this brightness on are light. */
const LIGHT = 0.6
/** Farther right than anything is drawn: only the first stop is seen. */
const FAR_PX = 1e8

const MOST_COLORS = 1_000
const known = new Map<string, CanvasGradient>()
const context = createCanvas(1, 1).getContext('2d')

/** A paint of one colour whose letters are as heavy as in browsers: the canvas's own makes dark text thin, light text bold. */
export function textColor(color: string): CanvasGradient {
  const found = known.get(color)
  if (found) return found
  if (known.size >= MOST_COLORS) known.clear()
  context.clearRect(0, 0, 1, 1)
  context.fillStyle = '#000000'
  context.fillStyle = color
  // What is no color leaves the black in place.
  const { fillStyle } = context
  const seen = typeof fillStyle === 'string' ? fillStyle : color
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
  const isLight = (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255 >= LIGHT
  const unseen = [red, green, blue].map((part) => {
    const wanted = 2 * (isLight ? MEAN_OF_LIGHT : MEAN_OF_DARK) - part
    return Math.min(255, Math.max(0, wanted))
  })
  const paint = context.createLinearGradient(FAR_PX, 0, 2 * FAR_PX, 0)
  paint.addColorStop(0, seen)
  paint.addColorStop(1, `rgb(${unseen.join(', ')})`)
  known.set(color, paint)
  return paint
}
