/** How long the body of a call may be: JSON, JSON with a long list, and a file. */
export const jsonLimitBytes = 1024 * 1024
export const batchLimitBytes = 10 * 1024 * 1024
export const uploadLimitBytes = 50 * 1024 * 1024

/** A longer body takes a while to read: all others have their turn between two steps of it. */
export const longBodyBytes = 50_000
