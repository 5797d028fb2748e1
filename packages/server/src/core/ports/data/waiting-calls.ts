/** Records that a call names; null = the whole view. */
export interface WaitingCall {
  recordIds: readonly string[] | null
}

/** Calls that wait to be rendered together, by the id of what they wait for. Storing one costs what it brings, however many wait. */
export interface WaitingCalls {
  /** `waitingBytes`: the size of all that waits, with this. The caller has locked what the calls wait for. */
  add(ownerId: string, call: WaitingCall & { at: Date; waitingBytes: number }): Promise<void>
  /** Size and time of what waits; null when nothing does. */
  waiting(ownerId: string): Promise<{ bytes: number; firstAt: Date; lastAt: Date } | null>
  /** All that waits, in the order of the calls, and the number of the last one. */
  list(ownerId: string): Promise<{ calls: WaitingCall[]; last: number }>
  /** Removes all that waits, up to a call of this number where one is given. @returns it, in the order of the calls */
  take(ownerId: string, last?: number): Promise<WaitingCall[]>
}
