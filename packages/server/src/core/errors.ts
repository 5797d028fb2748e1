/**
 * Every code an error can carry: it decides the HTTP status, the public title, what to do in general, and whether trying again
 * can help.
 */
export const errorCatalogue = {
  invalid_request: {
    status: 400,
    title: 'The request is invalid',
    fix: 'Correct the values that `errors` names.',
    retryable: false,
  },
  unauthorized: {
    status: 401,
    title: 'A valid API key is required',
    fix: 'Send an API key that exists and is not revoked: `Authorization: Bearer pct_…`.',
    retryable: false,
  },
  forbidden: {
    status: 403,
    title: 'You do not have permission to do this',
    fix: 'Use an API key with the scope that `detail` names.',
    retryable: false,
  },
  signature_invalid: {
    status: 403,
    title: 'The URL signature is invalid',
    fix: 'Sign the URL again with the id and the secret of the same URL key.',
    retryable: false,
  },
  not_found: {
    status: 404,
    title: 'Not found',
    fix: 'Correct the id, or the server: it was deleted, or it is on another server.',
    retryable: false,
  },
  file_missing: {
    status: 404,
    title: 'The file is missing in the image storage',
    fix: 'Render the image again, or restore the file from a backup.',
    retryable: false,
  },
  method_not_allowed: {
    status: 405,
    title: 'The method is not allowed',
    fix: 'Use a method of the API reference.',
    retryable: false,
  },
  conflict: {
    status: 409,
    title: 'The request conflicts with the current state',
    fix: 'Solve what `detail` says, then send the request again.',
    retryable: false,
  },
  secret_moved: {
    status: 409,
    title: 'The stored secrets belong to another destination',
    fix: 'Enter the secrets again: they are not sent to another destination.',
    retryable: false,
  },
  draft_in_use: {
    status: 409,
    title: 'Someone else is editing the template',
    fix: 'Wait until the other person has closed the editor, or take the draft over there.',
    retryable: false,
  },
  write_back_impossible: {
    status: 409,
    title: 'The results cannot be written into the table',
    fix: 'Choose other fields for the write-back, or other rights for the credentials of the connection.',
    retryable: false,
  },
  idempotency_in_flight: {
    status: 409,
    title: 'A request with this Idempotency-Key is still running',
    fix: 'Wait for `Retry-After`, then send the same request again to get its response.',
    retryable: true,
  },
  address_expired: {
    status: 410,
    title: 'The URL has expired',
    fix: 'Sign a new URL with a later time of expiry.',
    retryable: false,
  },
  image_unpublished: {
    status: 410,
    title: 'The image was unpublished',
    fix: 'Render the record again: it was deleted from its table.',
    retryable: false,
  },
  precondition_failed: {
    status: 412,
    title: 'The resource has changed since it was read',
    fix: 'Read the resource again, then change what you have read.',
    retryable: false,
  },
  payload_too_large: {
    status: 413,
    title: 'The request body is too large',
    fix: 'Send less: split the request, or use a smaller file.',
    retryable: false,
  },
  unsupported_media_type: {
    status: 415,
    title: 'The content type is not supported',
    fix: 'Send the `Content-Type` that the API reference names.',
    retryable: false,
  },
  idempotency_mismatch: {
    status: 422,
    title: 'The Idempotency-Key was used with a different request',
    fix: 'Use a new `Idempotency-Key` for another request.',
    retryable: false,
  },
  image_failed: {
    status: 422,
    title: 'The image cannot be rendered',
    fix: 'Correct the value or the template that `detail` names. Nothing was stored.',
    retryable: false,
  },
  render_timeout: {
    status: 422,
    title: 'Rendering took too long',
    fix: 'Use smaller pictures or a simpler template. Nothing was stored.',
    retryable: false,
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    fix: 'Wait for `Retry-After`, then send the request again.',
    retryable: true,
  },
  file_damaged: {
    status: 500,
    title: 'The file in the image storage is damaged',
    fix: 'Restore the file from a backup, or render the image again.',
    retryable: false,
  },
  internal: {
    status: 500,
    title: 'An internal error occurred',
    fix: 'Retry later. If it fails again, look up `request_id` in the server log.',
    retryable: true,
  },
  source_server: {
    status: 422,
    title: 'The server of the connection cannot be used',
    fix: 'Correct the server URL of the connection.',
    retryable: false,
  },
  source_auth: {
    status: 422,
    title: 'The table rejected the credentials',
    fix: 'Enter new credentials in the connection.',
    retryable: false,
  },
  source_forbidden: {
    status: 422,
    title: 'The credentials lack access to this table',
    fix: 'Give the credentials of the connection access to the table.',
    retryable: false,
  },
  source_not_found: {
    status: 422,
    title: 'The base, table, view or record does not exist',
    fix: 'Choose a base, table, view or record that exists.',
    retryable: false,
  },
  source_invalid: {
    status: 422,
    title: 'The table rejected the request',
    fix: 'Correct what the table rejected: `detail` names it.',
    retryable: false,
  },
  source_rate_limited: {
    status: 503,
    title: 'The rate limit of the table is reached',
    fix: 'Wait for `Retry-After`, then send the request again.',
    retryable: true,
  },
  source_quota: {
    status: 422,
    title: 'The quota of the table is used up',
    fix: 'Wait for the next period of the quota, or raise it at the vendor of the table.',
    retryable: false,
  },
  source_cursor_expired: {
    status: 503,
    title: 'The list expired while it was read',
    fix: 'Read the list again from its first page.',
    retryable: true,
  },
  source_unavailable: {
    status: 503,
    title: 'The table is unreachable',
    fix: 'Retry later, when the table is reachable from the server.',
    retryable: true,
  },
  fonts_unavailable: {
    status: 503,
    title: 'The font catalogue is unreachable',
    fix: 'Retry later, or upload the font files.',
    retryable: true,
  },
  storage_unavailable: {
    status: 503,
    title: 'The image storage is unavailable',
    fix: 'Retry later, when the image storage is reachable and has space.',
    retryable: true,
  },
  database_corrupt: {
    status: 503,
    title: 'The database is corrupt',
    fix: 'Restore a backup: `pictable doctor` says what is damaged.',
    retryable: false,
  },
  unavailable: {
    status: 503,
    title: 'Pictable is temporarily unavailable',
    fix: 'Retry later.',
    retryable: true,
  },
} as const satisfies Record<string, { status: number; title: string; fix: string; retryable: boolean }>

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
