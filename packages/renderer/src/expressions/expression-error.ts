/** An expression that cannot be read, or whose values do not suit it. `at` is the place in the text, from 0. */
export class ExpressionError extends Error {
  readonly at: number
  constructor(message: string, at: number) {
    super(message)
    this.name = 'ExpressionError'
    this.at = at
  }
}
