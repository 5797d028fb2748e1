import type { Problem } from '@pictable/client'
import { AppError, type ErrorCode, errorCatalogue } from '#core/errors.ts'

/** Fastify's own refusals, in our words. */
const refusals: Readonly<Record<string, [ErrorCode, string]>> = {
  FST_ERR_BAD_URL: ['invalid_request', 'The URL is malformed: a "%" must be followed by two hexadecimal digits.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'The header Content-Type is invalid.'],
  FST_ERR_MAX_PARAM_LENGTH: ['not_found', 'This URL does not exist.'],
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
}

function statusCodeOf(error: unknown): number {
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : undefined
  return typeof status === 'number' ? status : 500
}

/** Whatever was thrown, as an error of the catalogue. What is not ours becomes `internal`, without its words. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const refusal = refusals[codeOf(error)]
  if (refusal) return new AppError(refusal[0], refusal[1], { cause: error })
  const status = statusCodeOf(error)
  if (status >= 400 && status < 500) {
    return new AppError('invalid_request', 'The request is not valid HTTP.', { cause: error })
  }
  return new AppError('internal', 'An internal error occurred. The log has details under this request id.', {
    cause: error,
  })
}

/** An error as RFC 9457 has it. */
export function problemOf(error: AppError, requestId: string): Problem {
  const { status, title } = errorCatalogue[error.code]
  return {
    type: `urn:pictable:problem:${error.code}`,
    title,
    status,
    detail: error.message,
    code: error.code,
    request_id: requestId,
    errors: [...error.errors],
  }
}

/** Headers that go along with an error. */
export function problemHeaders(error: AppError): Record<string, string> {
  const headers: Record<string, string> = { 'content-type': 'application/problem+json; charset=utf-8' }
  if (error.code === 'unauthorized') headers['www-authenticate'] = 'Bearer realm="pictable"'
  if (error.retryAfterMs !== undefined) headers['retry-after'] = String(Math.ceil(error.retryAfterMs / 1000))
  return headers
}
