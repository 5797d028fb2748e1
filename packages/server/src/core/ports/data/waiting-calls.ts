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
  /** Removes all that waits. @returns it, in the order of the calls */
  take(ownerId: string): Promise<WaitingCall[]>
}
