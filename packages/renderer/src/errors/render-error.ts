/**
 * Why an image could not be made.
 * image_*: the bytes of a picture; svg_refused: an SVG holds what a picture must not; svg_too_complex: it is too much work; load_failed: the loader of the caller failed (its error is the cause);
 * value_invalid: a value does not suit the property it is bound to; modification_unknown: no such layer or property;
 * font_*: a font; layer_failed: one layer of a tolerant job cannot be drawn; output_too_large: too many pixels for the picture or its format; cancelled: the signal said so.
 */
export type RenderErrorCode =
  | 'image_missing'
  | 'image_empty'
  | 'image_truncated'
  | 'image_type'
  | 'image_too_large'
  | 'image_broken'
  | 'svg_refused'
  | 'svg_too_complex'
  | 'load_failed'
  | 'value_invalid'
  | 'modification_unknown'
  | 'font_unknown'
  | 'font_invalid'
  | 'layer_failed'
  | 'option_invalid'
  | 'output_too_large'
  | 'cancelled'

/** What of a design an error is about: a layer, by its name, or the page itself. Neither of a font, an option or the size. */
export interface ErrorPlace {
  readonly layer?: string | undefined
  readonly ofPage?: boolean | undefined
}

/** The message is for the person who made the record or the template. */
export class RenderError extends Error {
  readonly code: RenderErrorCode
  readonly layer: string | undefined
  readonly ofPage: boolean
  constructor(code: RenderErrorCode, message: string, options: ErrorPlace & { cause?: unknown } = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause })
    this.name = 'RenderError'
    this.code = code
    this.layer = options.layer
    this.ofPage = options.ofPage ?? false
  }
}
