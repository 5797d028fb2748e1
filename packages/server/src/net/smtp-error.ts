import { MailError } from '#core/ports/mail.ts'
import { certificateProblems, NetError, openableProblems, withCure } from '#net/policy/net-error.ts'

/** What nodemailer throws. */
interface SmtpFailure {
  code: string
  message: string
  /** The SMTP command, such as `RCPT TO`. */
  command: string
  status: number | null
  reply: string
}

const stringOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '')

function failureOf(error: Error, redact: (text: string) => string): SmtpFailure {
  const { code, command, response, responseCode }: { [key: string]: unknown } = { ...error }
  return {
    code: stringOrEmpty(code),
    message: error.message,
    command: stringOrEmpty(command),
    status: typeof responseCode === 'number' ? responseCode : null,
    reply: redact(stringOrEmpty(response)),
  }
}

const tlsCures = [
  [
    /altnames|does not match certificate/i,
    certificateProblems.otherHost,
    'Set PICTABLE_SMTP_HOST to the name that the certificate has.',
  ],
  [/has expired/i, certificateProblems.expired, 'Renew the certificate on that server.'],
  [/not yet valid/i, certificateProblems.notYetValid, 'Check the clocks of that server and of this one.'],
  [/self.signed/i, openableProblems.selfSigned, 'If the server is yours, trust its certificate with PICTABLE_CA_FILE.'],
  [
    /unable to (get|verify)/i,
    openableProblems.certificate,
    'If the server is yours, trust its authority with PICTABLE_CA_FILE.',
  ],
  [
    /wrong version number|packet length|unexpected message|http request/i,
    'it does not begin with TLS',
    'Set PICTABLE_SMTP_SECURITY to starttls (usual for port 587) or tls (usual for port 465), as the server expects.',
  ],
] as const

function tlsText(message: string): string {
  const [, problem, cure] = tlsCures.find(([pattern]) => pattern.test(message)) ?? []
  return problem === undefined ? 'the TLS handshake failed' : `${problem}. ${cure}`
}

/** First line of a reply, without its code. */
function quote({ status, reply }: SmtpFailure): string {
  const line =
    reply
      .split(/\r?\n/)[0]
      ?.replace(/^\d{3}[ -]?/, '')
      .trim() ?? ''
  return status === null ? line : `${status}${line === '' ? '' : ` ${line}`}`
}

const isPermanent = (status: number | null) => status !== null && status >= 500

/** A rejected recipient or message stays rejected; what the operator can change is tried again. */
function rejected(host: string, to: string, failure: SmtpFailure): MailError | null {
  const { command, status, reply } = failure
  const isFinal = isPermanent(status)
  const known = { status, reply, isFinal }
  const later = isFinal ? '' : ' Pictable retries.'
  if (/^RCPT/i.test(command))
    return new MailError(
      'recipient_refused',
      `The mail server rejected the recipient ${to}: ${quote(failure)}.${isFinal ? ' Correct or remove this recipient in the webhook.' : later}`,
      known,
    )
  if (/^MAIL/i.test(command))
    return new MailError(
      'sender_refused',
      `The mail server "${host}" rejected the sender: ${quote(failure)}. Set PICTABLE_SMTP_FROM to an email address that this account may send from.`,
      { status, reply },
    )
  if (/^DATA/i.test(command) && status !== null)
    return new MailError('message_refused', `The mail server rejected the message: ${quote(failure)}.${later}`, known)
  return null
}

interface About {
  host: string
  port: number
  /** The recipient. */
  to: string
  /** Takes the secrets of the server out of what it replies. */
  redact: (text: string) => string
}

/** What went wrong between us and the mail server, with what the operator can do about it. */
export function smtpError(error: unknown, { host, port, to, redact }: About): MailError {
  if (error instanceof NetError) return new MailError(error.code, withCure(error), { cause: error })
  if (!(error instanceof Error)) return new MailError('protocol', `The mail server "${host}" cannot be used.`)
  const failure = failureOf(error, redact)
  const { code, status, reply, message } = failure
  const known = { status, reply, cause: error }
  const refused = rejected(host, to, failure)
  if (refused !== null) return refused
  if (code === 'EAUTH')
    return new MailError(
      'smtp_auth',
      `The mail server "${host}" rejected the user name or password${status === null ? '' : `: ${quote(failure)}`}. Correct PICTABLE_SMTP_USER and PICTABLE_SMTP_PASSWORD.`,
      known,
    )
  if (code === 'ETIMEDOUT') return new MailError('timeout', `The mail server "${host}" did not reply in time.`, known)
  if (code === 'ETLS' && /STARTTLS/.test(`${failure.command} ${message}`) && !/Error initiating TLS/.test(message))
    return new MailError(
      'tls',
      `The mail server "${host}" does not offer STARTTLS on port ${port}, so nothing was sent. Use the port for it (587), or PICTABLE_SMTP_SECURITY=tls with port 465.`,
      known,
    )
  if (code === 'ETLS' || tlsCures.some(([pattern]) => pattern.test(message)))
    return new MailError('tls', `Cannot use TLS with the mail server "${host}": ${tlsText(message)}`, known)
  if (status !== null) return new MailError('smtp', `The mail server "${host}" replied ${quote(failure)}.`, known)
  return new MailError(
    'reset',
    `The mail server "${host}" closed the connection. Check PICTABLE_SMTP_HOST, PICTABLE_SMTP_PORT (${port}) and PICTABLE_SMTP_SECURITY.`,
    known,
  )
}
