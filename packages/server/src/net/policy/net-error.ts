export type NetErrorCode =
  | 'blocked_address'
  | 'blocked_url'
  | 'blocked_port'
  | 'dns'
  | 'connect_timeout'
  | 'refused'
  | 'reset'
  | 'tls'
  | 'headers_timeout'
  | 'timeout'
  | 'too_slow'
  | 'too_large'
  | 'long_headers'
  | 'redirect'
  | 'protocol'
  | 'not_sent'

/** Codes after which the same call may well succeed later. */
const retryableCodes: ReadonlySet<NetErrorCode> = new Set<NetErrorCode>([
  'dns',
  'connect_timeout',
  'refused',
  'reset',
  'headers_timeout',
  'timeout',
  'too_slow',
])

type About = { host: string; problem: string }

/** What is the matter with a host that the operator can let through with a setting. */
export const openableProblems = {
  address: 'its IP address is not public',
  name: 'its name belongs to a private network',
  certificate: 'its TLS certificate is signed by no trusted authority',
  selfSigned: 'its TLS certificate is self-signed',
} as const

/** What is the matter with a certificate that no setting of ours should let through. */
export const certificateProblems = {
  otherHost: 'its certificate is for another host name',
  expired: 'its TLS certificate has expired',
  notYetValid: 'its TLS certificate is not valid yet',
} as const

const allowCure = 'If the server is yours, the operator of Pictable can allow it with PICTABLE_EGRESS_ALLOW.'

const cures: ReadonlyMap<string, string> = new Map([
  [openableProblems.address, allowCure],
  [openableProblems.name, allowCure],
  [
    openableProblems.certificate,
    'If the server is yours, the operator of Pictable can trust its authority with PICTABLE_CA_FILE.',
  ],
  [
    openableProblems.selfSigned,
    'If the server is yours, the operator of Pictable can trust its certificate with PICTABLE_CA_FILE.',
  ],
  [
    certificateProblems.otherHost,
    'Use the host name that the certificate names, or have a certificate issued for this one.',
  ],
  [certificateProblems.expired, 'Renew the certificate on the server, or ask those who run it to.'],
  [certificateProblems.notYetValid, 'Check the clocks of that server and of this one, then the certificate.'],
])

/**
 * A call that did not leave or did not come back. The message is for people: it names the host that the caller named,
 * never a resolved address, a path, a query, a header or anything that the other side said.
 */
export class NetError extends Error {
  readonly code: NetErrorCode
  readonly retryable: boolean
  /** The host that it is about, as it was read, and what is the matter with it. */
  readonly about: About | undefined
  /** What would let it through, where the operator or those who run the server can. */
  readonly cure: string | null

  constructor(code: NetErrorCode, message: string, about?: About) {
    super(message)
    this.name = 'NetError'
    this.code = code
    this.retryable = retryableCodes.has(code)
    this.about = about
    this.cure = cures.get(about?.problem ?? '') ?? null
  }
}

/** The message, and what the operator can do about it. */
export const withCure = ({ message, cure }: NetError): string => (cure === null ? message : `${message}. ${cure}`)

/** An error about a host, in the words of a rule; the host is cut, since it may be thousands of characters long. */
export function refusal(code: NetErrorCode, host: string, problem: string): NetError {
  return new NetError(code, `Cannot reach "${host.slice(0, 253)}": ${problem}`, { host, problem })
}
