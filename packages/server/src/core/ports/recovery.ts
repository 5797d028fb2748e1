/** Ends the wait for a retry, so that fixing the database does not take until the end of a long backoff. */
export interface Recovery {
  /**
   * Calls `retry` once: after `delayMs`, or as soon as the database answers again after it did not.
   * @returns a function that cancels it
   */
  wait(delayMs: number, retry: () => void): () => void
}
