import type { Socket } from 'node:net'
import type { ByteBudget } from '#core/byte-budget.ts'
import type { AddressPolicy } from '#net/policy/address-policy.ts'
import type { NetErrorCode } from '#net/policy/net-error.ts'

export type ResolvedAddress = { address: string; family: 4 | 6 }

/** Answers every address of a host name; asked once for each new connection. Throws when there is none. */
export type Resolve = (host: string) => Promise<ResolvedAddress[]>

/** Opens one TCP connection to one of `addresses` (all of them vetted) and to nothing else. */
export type Connect = (target: { addresses: ResolvedAddress[]; port: number }) => Socket

/** What was refused, for a log line and a counter. */
export type Blocked = { code: NetErrorCode; message: string }

export type GuardedFetchSetup = {
  policy: AddressPolicy
  /** Default: the system's resolver, or `dnsServers` when given. */
  resolve?: Resolve
  /** Servers as in PICTABLE_DNS_SERVERS: `address` or `address:port`. */
  dnsServers?: readonly string[]
  /** PEM file of authorities trusted beside the usual ones. */
  caFile?: string
  /** Sent where the call gives none; survives a redirect to another origin. */
  userAgent?: string
  onBlocked?: (blocked: Blocked) => void
  connect?: Connect
  /** How long a body may stay under the minimum rate. Default 5000. */
  rateWindowMs?: number
}

export type GuardedFetchOptions = {
  /** Default GET. */
  method?: string
  /** Sent exactly as given; the names that frame a request (host, connection, content-length …) are refused. */
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array
  /** Hops followed for GET and HEAD, 0 to 3; with 0 (default) the 3xx itself is the answer. */
  redirects?: 0 | 1 | 2 | 3
  /** Default false: https only. */
  allowHttp?: boolean
  /** What may be done about a refusal of http://, in words that end the message. */
  httpCure?: string
  /** Resolution, TCP and TLS together. */
  connectTimeoutMs: number
  /** From the request's first byte to the end of the answer's header. */
  headersTimeoutMs: number
  /** Everything, redirects included. */
  totalTimeoutMs: number
  maxBodyBytes: number
  /**
   * `fail` (default): the whole body or an error. `cut`: the answer counts from its header on; a body that is longer than
   * `maxBodyBytes`, slow or broken off is kept as far as it came, with `truncated: true`.
   */
  onOverflow?: 'fail' | 'cut'
  /** Default 2000. */
  minBytesPerSecond?: number
  /**
   * Path of a file that gets the body of an answer of status 200 to 299, however large; the answer then has none. Of any
   * other answer, the first 64 KiB are kept in memory.
   */
  saveTo?: string
  /** Calls that share one hold no more than it has, small bodies aside. One that waits for it is not late meanwhile. */
  budget?: ByteBudget
  /** Asked on a ready connection, right before each time a request is written to one; on false the call ends with `not_sent`. */
  mayStart?: () => boolean
  /** Ends the call at once; it then rejects with `signal.reason`. */
  signal?: AbortSignal
}

export type GuardedAnswer = {
  status: number
  /** Lower-case names; repeated ones joined by ", "; at most 16 KiB in all. */
  headers: Record<string, string>
  /** As received: a content encoding is never undone. */
  body: Uint8Array
  truncated: boolean
  /** The URL that answered. */
  url: string
  /** Of the last hop, but `totalMs`; `dnsMs` and `connectMs` are missing on a connection used before. */
  timings: { dnsMs?: number; connectMs?: number; firstByteMs: number; totalMs: number }
}

/** The only way out over HTTP. Rejects with a `NetError`, or with `signal.reason`. */
export type GuardedFetch = {
  (url: string, options: GuardedFetchOptions): Promise<GuardedAnswer>
  /** Ends every connection, used or idle. */
  close(): Promise<void>
}
