import { RecordError } from '#core/run/record-error.ts'

interface PictureErrorOptions {
  cause?: unknown
  /** What the host answered; absent when it did not. */
  status?: number
  /** The same request may well succeed in a moment. */
  isBrief: boolean
  /** The host asks to wait so long. */
  retryAfterMs?: number
}

/** Why a picture has no bytes, in words that fit behind "the image in field Photo". */
export class PictureError extends RecordError {
  readonly status: number | undefined
  readonly isBrief: boolean
  readonly retryAfterMs: number | undefined

  constructor(code: string, message: string, { cause, status, isBrief, retryAfterMs }: PictureErrorOptions) {
    super(code, message, { cause })
    this.name = 'PictureError'
    this.status = status
    this.isBrief = isBrief
    this.retryAfterMs = retryAfterMs
  }
}
