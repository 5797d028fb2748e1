import { variablesOf } from '@pictable/renderer/template'
import { AppError } from '#core/errors.ts'
import { popularHint } from '#core/font/popular-fonts.ts'
import { isPictureProperty, isTextProperty } from '#core/run/reason.ts'
import { RecordError } from '#core/run/record-error.ts'
import type { TemplateDesign } from '#core/template/template.ts'
import type { ProcessFailure } from './messages.ts'

/** Codes of what cannot be loaded or decoded. */
const ofPicture = /^(?:image|svg|load)_/

/** The value that failed, where it can be only one. */
function variableOf(
  { code, layer: layerName, ofPage = false }: ProcessFailure,
  design: TemplateDesign | undefined,
): string | undefined {
  const isShown = ofPicture.test(code) ? isPictureProperty : isTextProperty
  // Of neither are fonts, which no value fills.
  if (!design || (layerName === undefined && !ofPage)) return undefined
  const variables = variablesOf(design).filter(({ layer }) => layer === layerName)
  const names = variables.filter(({ property }) => isShown(property)).map(({ name }) => name)
  const [name, ...others] = new Set(names)
  return others.length === 0 ? name : undefined
}

/** `recordFailure()` tells what a render process could not do, with the layer and the value it comes from. */
export function recordFailure(failure: ProcessFailure, design: TemplateDesign | undefined): RecordError {
  const variable = variableOf(failure, design)
  const hint = failure.code === 'font_unknown' ? popularHint(failure.message) : undefined
  return new RecordError(failure.code, hint ?? failure.message, {
    ...(failure.layer === undefined ? {} : { layer: failure.layer }),
    ...(variable === undefined ? {} : { variable }),
    ...(failure.stack === undefined ? {} : { cause: new Error(failure.stack) }),
  })
}

/** The record used up its time although nothing else ran beside it. */
export function timeoutError(deadlineMs: number): RecordError {
  const message = `Rendering took longer than ${deadlineMs / 1000} seconds and was stopped. Use fewer or smaller layers, smaller shadows or shorter texts.`
  return new RecordError('render_timeout', message)
}

/** A process ended while it worked on this record alone. */
export function crashError(end: string): RecordError {
  return new RecordError(
    'render_crashed',
    `The render process crashed on this record (${end}), most likely because it ran out of memory. Use smaller pictures or fewer layers.`,
  )
}

/** The pictures of the record did not arrive in time. Those of our own storage are no fault of the record. */
export function pictureTimeoutError(deadlineMs: number, late: readonly { src: string }[]): Error {
  if (late.some(({ src }) => !/^https?:/i.test(src.trim())))
    return new AppError('storage_unavailable', 'The image storage did not respond in time.')
  const message = `The pictures of this record did not load within ${deadlineMs / 1000} seconds. Use smaller pictures or a faster server.`
  return new RecordError('image_timeout', message)
}
