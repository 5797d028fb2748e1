import { crashError, timeoutError } from './record-failure.ts'
import type { ProcessEnd } from './render-process.ts'

/** Bad luck with others has an end too. */
const maxDeaths = 5

/**
 * `blame()` settles what is to be blamed for the end of its process and prepares the rest for another one. A hang with
 * company, and every first crash, may be another one's doing: those that worked are done again alone.
 */
export function blame({ flights, expired, how }: ProcessEnd, deadlineMs: number): void {
  for (const flight of flights) {
    const { task } = flight
    const worked = flight.state === 'working'
    task.usedMs = 0
    task.deaths++
    if (flight === expired && !flight.hadCompany) task.settle(timeoutError(deadlineMs * task.timeShares))
    else if ((worked && task.alone) || task.deaths >= maxDeaths) task.settle(crashError(how))
    else if (worked) {
      task.alone = true
      task.places = 2
    }
  }
}
