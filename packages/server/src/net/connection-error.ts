import { certificateProblems, type NetError, openableProblems, refusal } from '#net/policy/net-error.ts'

/** The `code` of a system, TLS or undici error; an empty text when it has none. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

const unreachable = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'EACCES', 'EPERM'])
const brokenOff = new Set([
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'UND_ERR_CLOSED',
  'UND_ERR_DESTROYED',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  // The body was chunked and ended early.
  'HPE_INVALID_EOF_STATE',
])

/**
 * What a failure of a socket or of undici means, in the words of a rule. The error itself is left behind: it holds
 * addresses and pieces of the answer.
 */
export function connectionError(host: string, error: unknown): NetError {
  const code = codeOf(error)
  if (unreachable.has(code)) return refusal('refused', host, `connection refused (${code})`)
  if (code === 'ETIMEDOUT') return refusal('connect_timeout', host, 'the connection timed out')
  if (brokenOff.has(code) || isClosedSocket(error)) return refusal('reset', host, 'the connection was closed')
  if (code === 'UND_ERR_HEADERS_OVERFLOW')
    return refusal('long_headers', host, 'the headers of its response are too long')
  if (code === 'UND_ERR_INVALID_ARG') return refusal('protocol', host, 'the request has an invalid header')
  return refusal('protocol', host, 'its response is not HTTP')
}

/** What OpenSSL says of a certificate that leads to no authority which is trusted here. */
const untrusted = /SELF_SIGNED_CERT|^UNABLE_TO_(GET_ISSUER_CERT|VERIFY_LEAF_SIGNATURE)/

const handshakeProblems: Readonly<Record<string, string>> = {
  ERR_TLS_CERT_ALTNAME_INVALID: certificateProblems.otherHost,
  CERT_HAS_EXPIRED: certificateProblems.expired,
  CERT_NOT_YET_VALID: certificateProblems.notYetValid,
  DEPTH_ZERO_SELF_SIGNED_CERT: openableProblems.selfSigned,
}

/** Why a TLS handshake failed. */
export function handshakeError(host: string, error: unknown): NetError {
  const code = codeOf(error)
  if (brokenOff.has(code)) return refusal('reset', host, 'the connection was closed')
  const untrustedProblem = untrusted.test(code) ? openableProblems.certificate : undefined
  const problem =
    handshakeProblems[code] ?? untrustedProblem ?? `the TLS handshake failed${code === '' ? '' : ` (${code})`}`
  return refusal('tls', host, problem)
}

/** undici has one code for a peer that closes and for one that breaks the protocol. */
function isClosedSocket(error: unknown): boolean {
  return codeOf(error) === 'UND_ERR_SOCKET' && error instanceof Error && /^(other side )?closed$/.test(error.message)
}
