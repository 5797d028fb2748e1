import type { Failure } from '#core/run/run.ts'

export function presentFailure(failure: Failure | null): Failure | null {
  return failure && { code: failure.code, message: failure.message }
}
