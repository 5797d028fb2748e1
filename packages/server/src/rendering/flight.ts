import type { Task } from './task.ts'

/**
 * A task inside a process. `working` counts against the places and the deadline; `loading` waits for pictures and does
 * not; `resuming` has its pictures and waits for a place.
 */
export interface Flight {
  readonly task: Task
  state: 'working' | 'loading' | 'resuming'
  /** What the process still has to be given, by the number under which it asked. */
  awaited: Map<number, { src: string }>
  /** Another one worked in the process during this stint: a hang may be the other's fault. */
  hadCompany: boolean
  /** How long the process has worked during this stint. */
  worked: () => number
  deadline: { stop(): void } | undefined
  /** Runs from the first picture asked for, while none has to wait for others. */
  pictureDeadline: NodeJS.Timeout | undefined
}

export function createFlight(task: Task): Flight {
  return {
    task,
    state: 'resuming',
    awaited: new Map(),
    hadCompany: false,
    worked: () => 0,
    deadline: undefined,
    pictureDeadline: undefined,
  }
}

export function placesTaken(flights: Iterable<Flight>): number {
  let taken = 0
  for (const { state, task } of flights) if (state === 'working') taken += task.places
  return taken
}
