import type { Pixels } from './canvas.ts'

const ends = new WeakMap<Pixels, () => void>()

/** Calls `end` when no paint of the pixels is made any more. */
export function whenPaintsEnd(pixels: Pixels, end: () => void): void {
  ends.set(pixels, end)
}

/** Lets go of what paints of these pixels share. */
export function endPaints(pixels: Pixels): void {
  ends.get(pixels)?.()
  ends.delete(pixels)
}
