/** Which addresses webhooks may be sent to. */
export interface WebhookGuard {
  /** Why nothing may be sent to this URL, in words that fit behind "url"; null when it may. Names are not resolved here. */
  problemOf(url: string): string | null
}

/** One request to a receiver; it is guarded again, and ends by its deadlines. */
export interface WebhookRequest {
  url: string
  headers: Readonly<Record<string, string>>
  body: Uint8Array
  timeoutMs: number
  signal: AbortSignal
}

export interface WebhookAnswer {
  status: number
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>
  /** Head of the body, at most 64 KiB. */
  body: Uint8Array
  /** In milliseconds; `dnsMs` and `connectMs` are missing on a connection used before. */
  timings: { dnsMs?: number; connectMs?: number; firstByteMs: number }
}

/** The way out to receivers: follows no redirect. @throws WebhookSendError when no answer came; the signal's reason */
export type SendWebhook = (request: WebhookRequest) => Promise<WebhookAnswer>

/** No answer came. */
export class WebhookSendError extends Error {
  /** `timeout`, `refused`, `dns`, `tls`, `blocked_address` … */
  readonly code: string
  /** The receiver was silent until the deadline. */
  readonly isTimeout: boolean

  constructor(code: string, message: string, options: { isTimeout: boolean; cause?: unknown }) {
    super(message, { cause: options.cause })
    this.name = 'WebhookSendError'
    this.code = code
    this.isTimeout = options.isTimeout
  }
}
