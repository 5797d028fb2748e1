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

/** What is the matter with a host that the operator can open, by listing it in PICTABLE_EGRESS_ALLOW. */
export const openableProblems = {
  address: 'its IP address is not public',
  name: 'its name belongs to a private network',
} as const

const openableCure = 'If the server is yours, the operator of Pictable can allow it with PICTABLE_EGRESS_ALLOW.'

const openable: ReadonlySet<string> = new Set(Object.values(openableProblems))

/**
 * A call that did not leave or did not come back. The message is for people: it names the host that the caller named,
 * never a resolved address, a path, a query, a header or anything that the other side said.
 */
export class NetError extends Error {
  readonly code: NetErrorCode
  readonly retryable: boolean
  /** The host that it is about, as it was read, and what is the matter with it. */
  readonly about: About | undefined
  /** What would let it through, where the operator can. */
  readonly cure: string | null

  constructor(code: NetErrorCode, message: string, about?: About) {
    super(message)
    this.name = 'NetError'
    this.code = code
    this.retryable = retryableCodes.has(code)
    this.about = about
    this.cure = about !== undefined && openable.has(about.problem) ? openableCure : null
  }
}

/** An error about a host, in the words of a rule; the host is cut, since it may be thousands of characters long. */
export function refusal(code: NetErrorCode, host: string, problem: string): NetError {
  return new NetError(code, `Cannot reach "${host.slice(0, 253)}": ${problem}`, { host, problem })
}
