/** Every code an error can carry: it decides the HTTP status, the public title, and whether trying again can help. */
export const errorCatalogue = {
  invalid_request: { status: 400, title: 'The request is invalid', retryable: false },
  unauthorized: { status: 401, title: 'A valid API key is required', retryable: false },
  forbidden: { status: 403, title: 'You do not have permission to do this', retryable: false },
  signature_invalid: { status: 403, title: 'The URL signature is invalid', retryable: false },
  not_found: { status: 404, title: 'Not found', retryable: false },
  file_missing: { status: 404, title: 'The file is missing in the image storage', retryable: false },
  method_not_allowed: { status: 405, title: 'The method is not allowed', retryable: false },
  conflict: { status: 409, title: 'The request conflicts with the current state', retryable: false },
  secret_moved: { status: 409, title: 'The stored secrets belong to another destination', retryable: false },
  draft_in_use: { status: 409, title: 'Someone else is editing the template', retryable: false },
  write_back_impossible: { status: 409, title: 'The results cannot be written into the table', retryable: false },
  idempotency_in_flight: {
    status: 409,
    title: 'A request with this Idempotency-Key is still running',
    retryable: true,
  },
  address_expired: { status: 410, title: 'The URL has expired', retryable: false },
  image_unpublished: { status: 410, title: 'The image was unpublished', retryable: false },
  precondition_failed: { status: 412, title: 'The resource has changed since it was read', retryable: false },
  payload_too_large: { status: 413, title: 'The request body is too large', retryable: false },
  unsupported_media_type: { status: 415, title: 'The content type is not supported', retryable: false },
  idempotency_mismatch: {
    status: 422,
    title: 'The Idempotency-Key was used with a different request',
    retryable: false,
  },
  image_failed: { status: 422, title: 'The image cannot be rendered', retryable: false },
  render_timeout: { status: 422, title: 'Rendering took too long', retryable: false },
  rate_limited: { status: 429, title: 'Too many requests', retryable: true },
  file_damaged: { status: 500, title: 'The file in the image storage is damaged', retryable: false },
  internal: { status: 500, title: 'An internal error occurred', retryable: true },
  source_server: { status: 422, title: 'The server of the connection cannot be used', retryable: false },
  source_auth: { status: 422, title: 'The table rejected the credentials', retryable: false },
  source_forbidden: { status: 422, title: 'The credentials lack access to this table', retryable: false },
  source_not_found: { status: 422, title: 'The base, table, view or record does not exist', retryable: false },
  source_invalid: { status: 422, title: 'The table rejected the request', retryable: false },
  source_rate_limited: { status: 503, title: 'The rate limit of the table is reached', retryable: true },
  source_quota: { status: 422, title: 'The quota of the table is used up', retryable: false },
  source_cursor_expired: { status: 503, title: 'The list expired while it was read', retryable: true },
  source_unavailable: { status: 503, title: 'The table is unreachable', retryable: true },
  fonts_unavailable: { status: 503, title: 'The font catalogue is unreachable', retryable: true },
  storage_unavailable: { status: 503, title: 'The image storage is unavailable', retryable: true },
  database_corrupt: { status: 503, title: 'The database is corrupt', retryable: false },
  unavailable: { status: 503, title: 'Pictable is temporarily unavailable', retryable: true },
} as const satisfies Record<string, { status: number; title: string; retryable: boolean }>

export type ErrorCode = keyof typeof errorCatalogue

/** One place of a request (JSON pointer, RFC 6901) and what is wrong there. */
export interface ErrorDetail {
  pointer: string
  detail: string
}

/** The one error of the product: `message` is written for people and may be shown to them; `cause` never is. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly errors: readonly ErrorDetail[]
  readonly retryAfterMs: number | undefined

  constructor(
    code: ErrorCode,
    message: string,
    options: { cause?: unknown; errors?: readonly ErrorDetail[]; retryAfterMs?: number } = {},
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.errors = options.errors ?? []
    this.retryAfterMs = options.retryAfterMs
  }
}

/** Whether the same call may succeed later. Errors that are not ours count as bugs, which stay. */
export function isRetryable(error: unknown): error is AppError {
  return error instanceof AppError && errorCatalogue[error.code].retryable
}

/** Whether something of ours is down or corrupt, such as the storage on a full disk: no fault of what was worked on. */
export function isOurTrouble(error: unknown): error is AppError {
  return isCorrupt(error) || (error instanceof AppError && /^(storage_)?unavailable$/.test(error.code))
}

/** Whether the database is damaged: the same work fails every time, until a backup is restored. */
export function isCorrupt(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 'database_corrupt'
}
