import type { Failure } from '@pictable/model/failure'

export function presentFailure(failure: Failure | null): Failure | null {
  return failure && { code: failure.code, message: failure.message }
}
