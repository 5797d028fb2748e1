/** A picture inside a message, which the HTML names as `cid:<cid>`. */
export interface MailPicture {
  cid: string
  filename: string
  contentType: string
  bytes: Uint8Array
}

/** One message to one recipient. */
export interface Mail {
  /** Without its domain: the same on every attempt, so that a repeat can be recognised. */
  messageId: string
  to: string
  subject: string
  text: string
  html: string
  pictures: readonly MailPicture[]
  headers: Readonly<Record<string, string>>
}

/** The server has accepted the message. */
export interface SentMail {
  /** SMTP reply code, such as 250. */
  status: number
  /** The reply as it came. */
  reply: string
  /** As the message had them. */
  headers: Readonly<Record<string, string>>
}

export interface SendMailOptions {
  timeoutMs: number
  signal: AbortSignal
}

/** What is known of the email that this server sends. */
export interface Mailer {
  /** Sender, such as `Pictable <pictable@example.com>`. */
  from: string
  /** @throws MailError when the message was not accepted; the signal's reason */
  send(mail: Mail, options: SendMailOptions): Promise<SentMail>
  /** Connects and signs in without sending. @throws MailError */
  check(options: SendMailOptions): Promise<void>
}

/** Why a message was not accepted. */
export class MailError extends Error {
  /** `timeout`, `tls`, `smtp_auth`, `recipient_refused` … */
  readonly code: string
  /** SMTP reply code; null without a reply. */
  readonly status: number | null
  readonly reply: string
  /** The server was silent until the deadline. */
  readonly isTimeout: boolean
  /** Another attempt would be rejected too. */
  readonly isFinal: boolean

  constructor(
    code: string,
    message: string,
    more: { status?: number | null; reply?: string; isTimeout?: boolean; isFinal?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause })
    this.name = 'MailError'
    this.code = code
    this.status = more.status ?? null
    this.reply = more.reply ?? ''
    this.isTimeout = more.isTimeout ?? false
    this.isFinal = more.isFinal ?? false
  }
}
