import { z } from 'zod/mini'

/** One thing that is wrong, and where: `layers[2].fontSize`. */
export interface Issue {
  path: string
  message: string
}

// The words of what is wrong are apart from zod/mini.
z.config(z.locales.en())

type ZodIssue = z.core.$ZodIssue

/** A template may have a wrong property for each few bytes: nobody reads more. */
export const MAX_ISSUES = 100

/** Where the words about what was parsed are for. */
interface Place {
  readonly keys: readonly PropertyKey[]
  /** Whether a binding may take the place of each part, as in templates. */
  readonly isBindable: boolean
}

/** What is wrong with a value, in words for people. */
export function reasonOf(error: z.core.$ZodError): string {
  const [first] = error.issues.slice(0, 1).flatMap((issue) => flatten(issue, { keys: [], isBindable: false }))
  return first?.message ?? 'is not valid here'
}

/** The first issues of a failed parse in words for people, each with its full path. */
export function issuesOf(error: z.core.$ZodError, prefix: readonly PropertyKey[] = []): Issue[] {
  return error.issues
    .slice(0, MAX_ISSUES)
    .flatMap((issue) => flatten(issue, { keys: prefix, isBindable: true }))
    .slice(0, MAX_ISSUES)
}

/** `['layers', 2, 'fontSize']` as `layers[2].fontSize` */
export function pathOf(keys: readonly PropertyKey[]): string {
  return keys.reduce<string>((path, key) => {
    if (typeof key === 'number') return `${path}[${key}]`
    return path === '' ? String(key) : `${path}.${String(key)}`
  }, '')
}

function flatten(issue: ZodIssue, place: Place): Issue[] {
  const keys = [...place.keys, ...issue.path]
  if (issue.code === 'unrecognized_keys') {
    return issue.keys
      .slice(0, MAX_ISSUES)
      .map((key) => ({ path: pathOf([...keys, key]), message: 'is not a known property' }))
  }
  if (issue.code === 'invalid_union' && issue.errors.length > 0) return closest(issue.errors, { ...place, keys })
  return [{ path: pathOf(keys), message: wordsFor(issue) }]
}

/** Of the forms a value may take, the one that was most likely meant tells what is wrong. */
function closest(branches: readonly (readonly ZodIssue[])[], place: Place): Issue[] {
  const ranked = branches
    .map((issues) => ({ issues, distance: distance(issues) }))
    .sort((a, b) => a.distance - b.distance)
  const best = ranked[0]
  if (!best) return []
  if (best.distance < wrongType) return best.issues.flatMap((issue) => flatten(issue, place))
  const types = branches.flatMap((issues) => issues.map(expectedType)).filter((type) => type !== undefined)
  const names = [...new Set(types)].filter((name) => name !== 'an object')
  const forms = place.isBindable ? [...names, 'a binding'] : names.length > 0 ? names : ['an object']
  return [{ path: pathOf(place.keys), message: `must be ${forms.join(' or ')}` }]
}

const wrongType = 100

function distance(issues: readonly ZodIssue[]): number {
  return issues.reduce((sum, issue) => {
    if (issue.path.length === 0 && issue.code === 'invalid_type') return sum + wrongType
    if (issue.code === 'unrecognized_keys') return sum + 20 * issue.keys.length
    if (issue.path[0] === 'bind' || issue.path[0] === 'type') return sum + 50
    if (issue.code === 'invalid_union' && issue.path.length === 0) {
      return sum + Math.min(...issue.errors.map(distance))
    }
    return sum + 1
  }, 0)
}

function expectedType(issue: ZodIssue): string | undefined {
  if (issue.code !== 'invalid_type' || issue.path.length > 0) return undefined
  return articles.get(issue.expected) ?? issue.expected
}

const articles = new Map<string, string>([
  ['string', 'text'],
  ['number', 'a number'],
  ['int', 'a whole number'],
  ['boolean', 'true or false'],
  ['array', 'a list'],
  ['tuple', 'a list'],
  ['object', 'an object'],
])

function wordsFor(issue: ZodIssue): string {
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined && /received undefined$/.test(issue.message)) return 'is required'
    return `must be ${articles.get(issue.expected) ?? issue.expected}`
  }
  if (issue.code === 'too_small' && issue.origin === 'string' && issue.minimum === 1) return 'must not be empty'
  if (issue.code === 'too_small')
    return `must be ${issue.inclusive ? 'at least' : 'more than'} ${limit(issue.origin, issue.minimum)}`
  if (issue.code === 'too_big')
    return `must be ${issue.inclusive ? 'at most' : 'less than'} ${limit(issue.origin, issue.maximum)}`
  if (issue.code === 'invalid_value') return oneOf(issue.values)
  if ('options' in issue && Array.isArray(issue.options)) return oneOf(issue.options)
  return issue.message
}

function oneOf(values: readonly unknown[]): string {
  return `must be ${values.map((value) => JSON.stringify(value)).join(' or ')}`
}

function limit(origin: string, bound: number | bigint): string {
  if (origin === 'string') return `${bound} characters long`
  if (origin === 'array') return `${bound} entries long`
  return String(bound)
}
