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
}

export interface SendMailOptions {
  timeoutMs: number
  signal: AbortSignal
}

/** What is known of the email that this server sends. */
export interface Mailer {
  /** Sender, such as `Pictable <pictable@example.com>`. */
  from: string
  /** The headers of a message that people look at, whether it was accepted or not. */
  shownHeaders(mail: Pick<Mail, 'messageId' | 'to' | 'subject' | 'headers'>): Record<string, string>
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
  /** Another attempt would be rejected too. */
  readonly isFinal: boolean

  constructor(
    code: string,
    message: string,
    more: { status?: number | null; reply?: string; isFinal?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause })
    this.name = 'MailError'
    this.code = code
    this.status = more.status ?? null
    this.reply = more.reply ?? ''
    this.isFinal = more.isFinal ?? false
  }

  /** The server was silent until the deadline. */
  get isTimeout(): boolean {
    return this.code.endsWith('timeout')
  }
}
