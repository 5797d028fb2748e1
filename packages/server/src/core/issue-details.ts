import type { z } from 'zod'
import type { ErrorDetail } from './errors.ts'
import { pointer } from './pointer.ts'
import { listed } from './words.ts'

const articles: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

type Issue = z.core.$ZodIssue

function bounds(issue: Extract<Issue, { code: 'too_small' | 'too_big' }>): string {
  const bound = issue.code === 'too_small' ? `at least ${issue.minimum}` : `at most ${issue.maximum}`
  if (issue.origin === 'string') return `must have ${bound} characters`
  if (issue.origin === 'array') return `must have ${bound} entries`
  return `must be ${bound}`
}

const isMissing = (issue: Issue) => issue.message.endsWith('received undefined')

/** Every form that a value may have where it has none of them. */
function formsOf({ errors }: Extract<Issue, { code: 'invalid_union' }>): string | null {
  const roots = errors.flatMap(([first]) => first ?? [])
  if (roots.length === 0) return null
  if (roots.every(isMissing)) return 'is missing'
  const forms = roots.map((root) => /^must be (.+)$/.exec(detailOf(root))?.[1])
  return forms.includes(undefined) ? null : `must be ${[...new Set(forms)].join(' or ')}`
}

/** One that is chosen by a key has no form for this choice. */
function choicesOf(issue: Extract<Issue, { code: 'invalid_union' }>): string | null {
  return 'options' in issue && Array.isArray(issue.options)
    ? `must be one of ${listed(issue.options.map(String))}`
    : null
}

const formats: Readonly<Record<string, string>> = { url: 'must be a URL', email: 'must be an email address' }
const wrongFormat = 'has the wrong format'

function detailOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (isMissing(issue)) return 'is missing'
      return issue.message.startsWith('Invalid input')
        ? `must be ${articles[issue.expected] ?? issue.expected}`
        : issue.message
    case 'invalid_value':
      return `must be one of ${listed(issue.values.map(String))}`
    case 'too_small':
    case 'too_big':
      return bounds(issue)
    case 'invalid_union':
      return choicesOf(issue) ?? formsOf(issue) ?? wrongFormat
    case 'invalid_format':
      return issue.message.startsWith('Invalid') ? (formats[issue.format] ?? wrongFormat) : issue.message
    default:
      return issue.message.replace(/^Invalid input: /, '').replace(/^Invalid input$/, wrongFormat)
  }
}

/** Of several forms that a value may have, the one it came nearest to. */
function nearest(forms: readonly (readonly Issue[])[]): readonly Issue[] {
  const misfit = (issues: readonly Issue[]) =>
    (issues.some((issue) => issue.path.length === 0) ? 1000 : 0) + issues.length
  return [...forms].sort((one, other) => misfit(one) - misfit(other))[0] ?? []
}

/** What zod found wrong, as places of the request below `base`, in words for people. */
export function issueDetails(issues: readonly Issue[], base: readonly (string | number)[] = []): ErrorDetail[] {
  return issues.flatMap((issue): ErrorDetail[] => {
    const path = [...base, ...issue.path.map(String)]
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({ pointer: pointer(...path, key), detail: 'is not a known key' }))
    }
    if (issue.code === 'invalid_union' && nearest(issue.errors).some((inner) => inner.path.length > 0)) {
      return issueDetails(nearest(issue.errors), path)
    }
    return [{ pointer: pointer(...path), detail: detailOf(issue) }]
  })
}
