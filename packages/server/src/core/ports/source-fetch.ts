export interface SourceRequest {
  method: string
  url: string
  headers: Readonly<Record<string, string>>
  body?: string | Uint8Array
  /** Default 20 MB: a page of a table. */
  maxBodyBytes?: number
  /** The body of an answer of status 200 to 299 becomes a file, and redirects are followed: without `headers` to another origin. */
  download?: { saveTo: string; totalTimeoutMs: number }
  signal?: AbortSignal
  /** Asked when a connection is there, right before each time the request is sent on one. */
  mayStart?: () => boolean
}

/** `mayStart` refused: nothing was sent, and the connection is kept for the next request. */
export class NotSent extends Error {
  constructor() {
    super('The request was not sent because its turn expired')
    this.name = 'NotSent'
  }
}

export interface SourceAnswer {
  status: number
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>
  /** Empty where it was saved. */
  body: Uint8Array
  /** The URL that answered, behind redirects. */
  url?: string
}

/**
 * The way out for hosted table products: guarded, within bounds, never redirected but for a download. Any status is an answer.
 * @throws AppError `source_unavailable` when nothing came back, `source_server` when the address may not be called; NotSent
 */
export type SourceFetch = (request: SourceRequest) => Promise<SourceAnswer>
