/** Where the cause of a failure is fixed. */
export type FixPlace = 'table' | 'mapping' | 'template' | 'connection' | 'write_back' | 'none'

/** By the beginning of the code, the first that fits. */
const places: readonly [beginning: string, place: FixPlace][] = [
  ['image_', 'table'],
  ['svg_', 'table'],
  ['record_', 'table'],
  // What a field of the table does not accept.
  ['source_invalid', 'write_back'],
  ['source_', 'connection'],
  ['value_', 'mapping'],
  ['modification_', 'mapping'],
  ['font_', 'template'],
  ['load_failed', 'template'],
  ['output_too_large', 'template'],
  ['option_invalid', 'template'],
  ['render_timeout', 'template'],
]

/** `fixPlaceOf('image_status')`: where most failures of this code are fixed. */
export function fixPlaceOf(code: string): FixPlace {
  return places.find(([beginning]) => code.startsWith(beginning))?.[1] ?? 'none'
}
