/** Requests of a connection to its table product. */
export interface CallCounts {
  today: number
  thisMonth: number
}

export interface CallCountData {
  /** Adds one request, unless it would go over a bound (null = none). @returns the counts after it, or null when refused */
  take(
    connectionId: string,
    call: { at: Date; perDay: number | null; perMonth: number | null },
  ): Promise<CallCounts | null>
  get(connectionId: string, at: Date): Promise<CallCounts>
}
