/** Why one record has no image: kept with the record, shown to people, never fails the run. */
export class RecordError extends Error {
  /** A stable word such as `image_truncated`, `value_missing`, `render_timeout`. */
  readonly code: string
  /** The layer of the template in which it happened. */
  readonly layer: string | undefined
  /** The name that the layer's property is bound to. */
  readonly variable: string | undefined

  constructor(code: string, message: string, options: { cause?: unknown; layer?: string; variable?: string } = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause })
    this.name = 'RecordError'
    this.code = code
    this.layer = options.layer
    this.variable = options.variable
  }
}
