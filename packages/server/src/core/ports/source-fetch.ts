export interface SourceRequest {
  method: string
  url: string
  headers: Readonly<Record<string, string>>
  body?: string | Uint8Array
  /** Default 20 MB: a page of a table. */
  maxBodyBytes?: number
  signal?: AbortSignal
}

export interface SourceAnswer {
  status: number
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>
  body: Uint8Array
}

/**
 * The way out for hosted table products: guarded, within bounds, never redirected. Any status is an answer.
 * @throws AppError `source_unavailable` when nothing came back, `source_invalid` when the address may not be called
 */
export type SourceFetch = (request: SourceRequest) => Promise<SourceAnswer>
