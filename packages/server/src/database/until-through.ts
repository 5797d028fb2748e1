import { isBrokenOff } from '#database/errors/database-error.ts'

const mostAttempts = 5

/** Does it again when it was broken off for the sake of somebody else's work. */
export async function untilThrough<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === mostAttempts || !isBrokenOff(error)) throw error
    }
  }
}
