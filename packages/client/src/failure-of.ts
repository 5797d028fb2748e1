import { ApiError } from './api-error.ts'
import type { Problem } from './contract/primitives.ts'

const hasTexts = (json: unknown, names: readonly string[]): json is object =>
  typeof json === 'object' && json !== null && names.every((name) => typeof Reflect.get(json, name) === 'string')

/** By hand: with zod, a page would have it from the start, for nothing else. */
function isProblem(json: unknown): json is Problem {
  if (!hasTexts(json, ['type', 'title', 'detail', 'code', 'request_id'])) return false
  const { status, errors }: Partial<Problem> = json
  return (
    typeof status === 'number' && Array.isArray(errors) && errors.every((one) => hasTexts(one, ['pointer', 'detail']))
  )
}

/** What the API said in an answer that is a failure. */
export async function failureOf(response: Response): Promise<ApiError> {
  const text = await response.text()
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {}
  if (isProblem(json)) return new ApiError(json)
  return new ApiError({
    type: 'about:blank',
    title: response.statusText,
    status: response.status,
    detail: `The server returned ${response.status} without a reason`,
    code: 'unknown',
    request_id: response.headers.get('x-request-id') ?? '',
    errors: [],
  })
}
