import type { ErrorDetail } from '#core/errors.ts'

/** JSON pointer (RFC 6901) to a place in a request. */
export function pointer(...parts: readonly (string | number)[]): string {
  return parts.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

interface Issue {
  code?: string | undefined
  path: readonly PropertyKey[]
  message: string
  keys?: readonly string[]
}

/** What zod found wrong, as places of the request below `base`. */
export function errorsOfIssues(issues: readonly Issue[], base: readonly (string | number)[] = []): ErrorDetail[] {
  return issues.flatMap(({ code, path, message, keys = [] }) => {
    const place = [...base, ...path.map(String)]
    if (code !== 'unrecognized_keys') return [{ pointer: pointer(...place), detail: message }]
    return keys.map((key) => ({ pointer: pointer(...place, key), detail: 'is not known here' }))
  })
}
