/** What a vendor's limit holds for. Everything that names the same key shares it, in every process. */
export interface RateScope {
  /** Such as `airtable base appX`: no secret, at most 200 characters. */
  key: string
  perSecond: number
}

/** The most requests of a connection, as its plan allows them; null = no bound. Days and months are those of UTC. */
export interface CallBudget {
  connectionId: string
  perDay: number | null
  perMonth: number | null
}

export interface GovernedCall {
  /** All of these limits hold for the call. */
  scopes: readonly RateScope[]
  budget: CallBudget
  /** Reading goes before writing: cursors of tables die within minutes. */
  isRead: boolean
  /** Told every second while the call is held up: until when its vendor lets nothing out. */
  onHeld?: (until: Date) => void
}

/** The right to send one request. It expires soon, so that a late request never comes close to the next one. */
export interface Turn {
  /** Called when the request goes out, with nothing to wait for in between. @returns false when the turn is used or has expired */
  use(): boolean
  /** Called when the answer to the request came: what goes out after it keeps its distance from a request that was delivered late. */
  answered(): Promise<void>
}

/** Lets requests to table products out no faster than their vendors allow, and counts them. */
export interface Governor {
  /**
   * Resolves when the request may go out, and counts it; a turn that expired unused is not counted twice.
   * @throws AppError `source_quota` when the budget is used up; the signal's reason
   */
  enter(call: GovernedCall, signal?: AbortSignal): Promise<Turn>
  /** Nothing of the scope goes out for so long, at most `longestPauseMs`: its vendor said so. */
  pause(key: string, forMs: number): Promise<void>
}
