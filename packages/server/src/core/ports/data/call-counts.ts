/** Requests of a connection to its table product, or images that a key of signed addresses had rendered. Days are those of UTC. */
export interface CallCounts {
  today: number
  thisMonth: number
}

export interface CallCountData {
  /** Adds one, unless it would go over a bound (null = none). @returns the counts after it, or null when refused */
  take(ownerId: string, call: { at: Date; perDay: number | null; perMonth: number | null }): Promise<CallCounts | null>
  get(ownerId: string, at: Date): Promise<CallCounts>
}
