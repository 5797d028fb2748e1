import { text } from './text.ts'

/** A refusal of the server, in words for visitors. */
export class Refusal extends Error {
  readonly status: number
  readonly retryAfterMs: number
  /** By the id of the question. */
  readonly errors: ReadonlyMap<string, string>

  constructor(
    status: number,
    message: string,
    more: { retryAfterMs?: number; errors?: ReadonlyMap<string, string> } = {},
  ) {
    super(message)
    this.status = status
    this.retryAfterMs = more.retryAfterMs ?? 0
    this.errors = more.errors ?? new Map()
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Errors of a problem by the question that their pointer names. */
function errorsIn(problem: unknown): Map<string, string> {
  const found = new Map<string, string>()
  if (!isObject(problem) || !Array.isArray(problem.errors)) return found
  for (const error of problem.errors) {
    const id = isObject(error) ? /^\/answers\/([0-9a-f]+)$/.exec(String(error.pointer))?.[1] : undefined
    if (id !== undefined && isObject(error)) found.set(id, String(error.detail))
  }
  return found
}

/** Calls the server of the form. @throws Refusal */
export async function call(path: string, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(location.pathname.replace(/\/$/, '') + path, { credentials: 'omit', ...init }).catch(
    (error: unknown) => {
      if (error instanceof DOMException && error.name === 'AbortError') throw error
      throw new Refusal(0, text('unreachable'))
    },
  )
  if (answer.ok) return answer
  const problem: unknown = await answer.json().catch(() => null)
  const detail = isObject(problem) && typeof problem.detail === 'string' ? problem.detail : text('broken')
  const missing = `${text('closed_unsent')} ${text('missing_help')}`
  const message = answer.status >= 500 ? text('busy') : answer.status === 404 ? missing : detail
  const retryAfterMs = Number(answer.headers.get('retry-after') ?? 0) * 1000
  throw new Refusal(answer.status, message, { retryAfterMs, errors: errorsIn(problem) })
}

export const jsonBody = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

export const pause = (timeMs: number) => new Promise((resolve) => setTimeout(resolve, timeMs))
