/** Why the server does not start: what, where, and how to mend it. Shown as it is, without a stack. */
export class StartError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'StartError'
  }
}
