import type { Pipeline } from './pipeline.ts'
import type { Sized, Started } from './steps/check.ts'
import { fillIn } from './steps/fill.ts'
import { load } from './steps/load.ts'
import { measure } from './steps/measure.ts'
import { place } from './steps/place.ts'

/** The steps between the check and the drawing, whatever is drawn on. */
export function layOut<State extends Started & Sized>(checked: Pipeline<Started, State>) {
  return checked.step('fill', fillIn).step('load', load).step('measure', measure).step('place', place)
}
