import type { Pipeline } from '#renderer/async/pipeline.ts'
import type { Started } from '#renderer/jobs/prepared.ts'
import { fillIn } from '#renderer/steps/fill.ts'
import { load } from '#renderer/steps/load.ts'
import { measure } from '#renderer/steps/measure.ts'
import { place } from '#renderer/steps/place.ts'
import type { Sized } from '#renderer/steps/size.ts'

/** The steps between the check and the drawing, whatever is drawn on. */
export function layOut<State extends Started & Sized>(checked: Pipeline<Started, State>) {
  return checked.step('fill', fillIn).step('load', load).step('measure', measure).step('place', place)
}
