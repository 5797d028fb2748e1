import { AppError, type ErrorDetail } from '#core/errors.ts'

const mostErrors = 20

/** `invalid_request` with the first twenty of the errors; its message says `what` is wrong, and the first one. */
export function refused(errors: readonly ErrorDetail[], what: string): AppError {
  const [first] = errors
  const message = first === undefined ? what : `${what} ${first.pointer}: ${first.detail}`
  return new AppError('invalid_request', message, { errors: errors.slice(0, mostErrors) })
}

/** @throws AppError `invalid_request` when there are errors */
export function refuseIfAny(errors: readonly ErrorDetail[], what: string): void {
  if (errors.length > 0) throw refused(errors, what)
}
