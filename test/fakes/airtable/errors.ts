/** An answer that is not 200. The bodies are those recorded or documented; README.md lists the assumed ones. */
export class AirtableFailure extends Error {
  readonly status: number
  readonly body: unknown

  constructor(status: number, body: unknown) {
    super(`${status} ${JSON.stringify(body)}`)
    this.status = status
    this.body = body
  }
}

/** The usual shape: `{"error":{"type":…,"message":…}}`. */
export function failure(status: number, type: string, message?: string): AirtableFailure {
  return new AirtableFailure(status, { error: message === undefined ? { type } : { type, message } })
}

export const invalid = (type: string, message?: string): AirtableFailure => failure(422, type, message)

/** What the fake does not model it refuses by this name, so that no test passes by accident. */
export const unsupported = (what: string): AirtableFailure => invalid('FAKE_UNSUPPORTED', what)

export const invalidRequest = (what: string): AirtableFailure =>
  invalid('INVALID_REQUEST_UNKNOWN', `Invalid request: parameter validation failed. Check your request data. ${what}`)

export const authenticationRequired = (): AirtableFailure =>
  failure(401, 'AUTHENTICATION_REQUIRED', 'Authentication required')

export const modelNotFound = (): AirtableFailure =>
  failure(
    403,
    'INVALID_PERMISSIONS_OR_MODEL_NOT_FOUND',
    'Invalid permissions, or the requested model was not found. Check that both your user and your token have the ' +
      'required permissions, and that the model names and/or ids are correct.',
  )

export const notPermitted = (): AirtableFailure =>
  failure(403, 'INVALID_PERMISSIONS', 'You are not permitted to perform this operation')

/** A path or a record read that leads nowhere: the bare string. */
export const notFound = (): AirtableFailure => new AirtableFailure(404, { error: 'NOT_FOUND' })

/** The schema of a base that the token does not reach: an object without a message. */
export const schemaNotFound = (): AirtableFailure => failure(404, 'NOT_FOUND')

export const recordNotFound = (): AirtableFailure => failure(404, 'MODEL_ID_NOT_FOUND', 'Record not found')

export const rowDoesNotExist = (recordId: string): AirtableFailure =>
  invalid('ROW_DOES_NOT_EXIST', `Record ID ${recordId} does not exist in this table`)

export const unknownField = (name: string): AirtableFailure =>
  invalid('UNKNOWN_FIELD_NAME', `Unknown field name: "${name}"`)

export const requestTooLarge = (): AirtableFailure => failure(413, 'REQUEST_TOO_LARGE', 'Request body is too large')

/** Too fast: an array of `errors`, unlike everything else. */
export const rateLimitReached = (): AirtableFailure =>
  new AirtableFailure(429, {
    errors: [{ error: 'RATE_LIMIT_REACHED', message: 'Rate limit exceeded. Please try again later' }],
  })

const quotaMessage =
  'The monthly API limit of this workspace is used up. Upgrade the plan, or wait until the next month begins.'

/** The month's calls are used up. It has been seen in both shapes. */
export const billingLimitExceeded = (shape: 'error' | 'errors'): AirtableFailure =>
  shape === 'error'
    ? failure(429, 'PUBLIC_API_BILLING_LIMIT_EXCEEDED', quotaMessage)
    : new AirtableFailure(429, {
        errors: [{ error: 'PUBLIC_API_BILLING_LIMIT_EXCEEDED', message: quotaMessage }],
      })
