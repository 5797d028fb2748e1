import type { ServerResponse } from 'node:http'

/** A request as the log keeps it. */
export interface LoggedRequest {
  method: string
  /** Without the query. */
  path: string
  /** What the route is called; `download` and `unknown` for those without one. */
  kind: string
}

/** A request as a test may pick it. */
export interface SeenRequest extends LoggedRequest {
  body: unknown
}

/** What goes wrong. `reset` cuts the connection; `html` is what a proxy in front answers; `slow` only takes its time. */
export type Fault =
  | { answer: 'reset' }
  | { answer: 'html'; status?: number }
  | { answer: 'slow'; delayMs: number }
  | { answer: { status: number; body?: unknown; headers?: Record<string, string> } }

export type Failing = Fault & {
  times?: number
  match?: (request: SeenRequest) => boolean
  /** `after`: the work is done, only its answer is lost. */
  moment?: 'before' | 'after'
}

export interface Faults {
  add(failing: Failing): void
  clear(): void
  /** The fault that this request meets at this moment, used up by asking. */
  take(request: SeenRequest, moment: 'before' | 'after'): Fault | null
}

export function createFaults(): Faults {
  let waiting: { failing: Failing; left: number }[] = []
  return {
    add(failing) {
      waiting.push({ failing, left: failing.times ?? 1 })
    },
    clear() {
      waiting = []
    },
    take(request, moment) {
      const found = waiting.find(
        ({ failing }) => (failing.moment ?? 'before') === moment && (failing.match?.(request) ?? true),
      )
      if (!found) return null
      found.left--
      waiting = waiting.filter(({ left }) => left > 0)
      return found.failing
    },
  }
}

const page = '<!DOCTYPE html><html><head><title>Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>'

/** Answers with the fault; false when it was only slow and the usual answer is still to come. */
export async function answerWithFault(fault: Fault, response: ServerResponse): Promise<boolean> {
  if (fault.answer === 'slow') {
    await new Promise((resolve) => setTimeout(resolve, fault.delayMs))
    return false
  }
  if (fault.answer === 'reset') response.socket?.resetAndDestroy()
  else if (fault.answer === 'html') {
    response.writeHead(fault.status ?? 502, { 'content-type': 'text/html' }).end(page)
  } else {
    const { status, body, headers } = fault.answer
    const text = typeof body === 'string' ? body : JSON.stringify(body ?? { error: { type: 'SERVER_ERROR' } })
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers }).end(text)
  }
  return true
}
