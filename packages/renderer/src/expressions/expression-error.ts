/** An expression that cannot be read, or whose values do not suit it. `at` is the place in the text, from 0. */
export class ExpressionError extends Error {
  readonly at: number
  constructor(message: string, at: number) {
    super(message)
    this.name = 'ExpressionError'
    this.at = at
  }
}

/** The message of an error with its place, from 1 and as `String.length` counts: `at character 7: …`. */
export function placed({ at, message }: ExpressionError): string {
  return `at character ${at + 1}: ${message}`
}
