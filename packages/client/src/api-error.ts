import type { Problem } from './contract/primitives.ts'

/** The API refused, or failed: what it said, as `application/problem+json`. */
export class ApiError extends Error {
  readonly status: number
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.detail)
    this.name = 'ApiError'
    this.status = problem.status
    this.problem = problem
  }
}
