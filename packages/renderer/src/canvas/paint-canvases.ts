import type { Canvas } from '@napi-rs/canvas'
import type { Pixels } from './canvas.ts'

/** Pictures that paints of a render were made of. Paints keep their canvas, so it is never emptied; dropped, it is collected. */
export const paintCanvases = new WeakMap<Pixels, Canvas>()
