/** No vendor keeps us waiting for longer at a time. */
export const longestPauseMs = 120_000
