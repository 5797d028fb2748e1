import type { ErrorDetail } from '#core/errors.ts'
import { pointer } from '#core/pointer.ts'

const mostHeaders = 32
const mostBytes = 8192
const mostNameCharacters = 128
const mostValueCharacters = 4096

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
/** Visible ASCII with spaces and tabs inside. */
const fieldValue = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/

/** What frames the request, says who sends it, or is a key to a cloud's metadata. */
const reserved =
  /^(host|content-type|content-length|connection|transfer-encoding|accept-encoding|te|upgrade|expect|keep-alive|trailer|user-agent|metadata-flavor|__proto__|(proxy-|sec-|webhook-|x-service-|x-aws-ec2-metadata-token|x-google-).*)$/i

function problemOfName(name: string): string | null {
  if (name.length > mostNameCharacters) return `is a name of more than ${mostNameCharacters} characters`
  if (!token.test(name)) return 'is not a valid header name: use letters, digits and -'
  if (reserved.test(name)) return 'cannot be set: Pictable sets it itself, or never sends it'
  return null
}

function problemOfValue(value: string): string | null {
  if (value === '') return 'has no value'
  if (value.length > mostValueCharacters) return `has more than ${mostValueCharacters} characters`
  return fieldValue.test(value)
    ? null
    : 'must be printable ASCII without line breaks, and must not begin or end with a space'
}

/** What is wrong with custom headers, by their place in the request. */
export function problemsOfHeaders(headers: Readonly<Record<string, string>>): ErrorDetail[] {
  const entries = Object.entries(headers)
  const seen = new Set<string>()
  const problems: ErrorDetail[] = []
  for (const [name, value] of entries) {
    const twice = seen.has(name.toLowerCase()) ? 'occurs twice: names ignore case' : null
    seen.add(name.toLowerCase())
    const detail = problemOfName(name) ?? twice ?? problemOfValue(value)
    if (detail !== null) problems.push({ pointer: pointer('headers', name), detail })
  }
  if (entries.length > mostHeaders)
    problems.push({ pointer: '/headers', detail: `must have at most ${mostHeaders} entries` })
  const bytes = entries.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0)
  if (bytes > mostBytes) problems.push({ pointer: '/headers', detail: `must have at most ${mostBytes} bytes in total` })
  return problems
}
