import { bareHost } from './host-name.ts'
import { NetError } from './net-error.ts'

const mostCharacters = 253

/** The host of a URL as it stands in its text, without user name, password and port; what cannot be printed is `?`. */
function typedHost(text: string): string {
  const [, authority = ''] = /^[^:]*:[\\/]*([^\\/?#]*)/.exec(text.replace(/[\t\n\r]/g, '')) ?? []
  return authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/, '')
}

/**
 * The error with the host as its writer knows it: `2130706433` and `b\u00fccher.example` are read as 127.0.0.1 and
 * xn--bcher-kva.example, and both are said. An error about another host, such as that of a redirect, stays as it is.
 */
export function asTyped(error: unknown, text: string): unknown {
  if (!(error instanceof NetError) || error.about === undefined) return error
  const { host, problem } = error.about
  const typed = typedHost(text)
  const read = URL.parse(`https://${typed}`)?.hostname
  if (typed === host || read === undefined || bareHost(read) !== bareHost(host)) return error
  const shown = `"${typed.slice(0, mostCharacters).replace(/[\p{C}"]/gu, '?')}"`
  const meaning = bareHost(typed) === bareHost(host) ? '' : ` (${bareHost(host).slice(0, mostCharacters)})`
  return new NetError(error.code, `Cannot reach ${shown}${meaning}: ${problem}`, error.about)
}
