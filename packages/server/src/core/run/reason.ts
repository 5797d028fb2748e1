import type { Failure } from '@pictable/model/failure'
import type { MappingEntry } from '@pictable/model/mapping'
import { AppError } from '#core/errors.ts'
import type { Modification } from '#core/ports/renderer.ts'
import { shortened } from '#core/words.ts'
import { RecordError } from './record-error.ts'

type Mapping = Readonly<Record<string, MappingEntry>>

export interface Failing {
  recordId: string
  label: string
  mapping: Mapping
  /** Which of several outputs failed. */
  output?: string | null
  /** What is changed in the images of the record. */
  exceptions?: readonly Modification[] | undefined
}

/**
 * Properties that are pictures: that of the layer, and those that paint a part of it, such as `stroke.color.src`. Cells of a
 * table may have any name.
 */
export const isPictureProperty = (path: string): boolean => /^(?!rows[.[])(?:.*\.)?src$|^(?:svg|logo)$/.test(path)

export const isTextProperty = (path: string): boolean => ['text', 'value', 'values'].includes(path)

/**
 * Whether a change gives what the layer shows, whatever part of a path its names write out: then the value of the table is
 * not shown.
 */
function isShown(change: object, inside = ''): boolean {
  return Object.entries(change).some(([name, value]: [string, unknown]) => {
    const path = `${inside}${name}`
    if (isPictureProperty(path) || isTextProperty(path)) return true
    return typeof value === 'object' && value !== null && isShown(value, `${path}.`)
  })
}

/** Whether the layer shows what the exception of the record says. */
function isOfException(layer: string | undefined, { exceptions = [], output = null }: Failing): boolean {
  const isOfOutput = (each: Modification) => each.output === undefined || output === null || each.output === output
  return exceptions.some((each) => each.name === layer && isOfOutput(each) && isShown(each))
}

/** Where in the user's table the value came from. */
function placeOf(name: string, mapping: Mapping): string {
  const entry = Object.hasOwn(mapping, name) ? mapping[name] : undefined
  if (entry === undefined) return `field ${name}`
  if ('field' in entry) return `field ${entry.field.name}`
  return 'value' in entry ? `the fixed value of "${name}"` : `the text of the mapping for "${name}"`
}

const inLayer = /^layer "[^"]*"(?= has )/
const picture =
  /^(?:(?:layer "[^"]*"|the background of the page): )?the (?:image|picture)(?: in (?:layer "[^"]*"|the background of the page))?(?= )/i

/** What the renderer says of a layer, said of the field that people know: `the image in field Photo is cut off (image_truncated)`. */
function describeRecordError({ code, message, layer, variable }: RecordError, failing: Failing): string {
  const words = message.trim().replace(/\.$/, '')
  const isException = isOfException(layer, failing)
  if (variable === undefined && !isException) return `${words} (${code})`
  const place = isException ? `the exception of layer "${layer}"` : placeOf(variable ?? '', failing.mapping)
  if (picture.test(words)) return `${words.replace(picture, `the image in ${place}`)} (${code})`
  if (inLayer.test(words)) return `${words.replace(inLayer, place)} (${code})`
  if (!words.startsWith('layer "')) return `${place}: ${words} (${code})`
  // The place of an exception is the layer, which the words name.
  return isException ? `${words} (${code})` : `${place}, ${words} (${code})`
}

function described(error: unknown, failing: Failing): Failure {
  if (error instanceof RecordError) return { code: error.code, message: describeRecordError(error, failing) }
  if (error instanceof AppError) return { code: error.code, message: error.message }
  return { code: 'internal', message: 'an internal error occurred (internal)' }
}

/** `row_… "Enamel Teapot"`: the record as messages name it. */
export function nameOf({ recordId, label }: { recordId: string; label: string }): string {
  return label === '' ? recordId : `${recordId} "${shortened(label, 80)}"`
}

/** Why a record has no image, in words that name it: `Record row_… "Enamel Teapot": the image in field Photo is cut off (image_truncated)`. */
export function reasonOf(error: unknown, failing: Failing): Failure {
  const { recordId, label, output = null } = failing
  const { code, message } = described(error, failing)
  const place = output === null ? '' : `output "${output}": `
  return { code, message: `Record ${nameOf({ recordId, label })}: ${place}${message}` }
}
