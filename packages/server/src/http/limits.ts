/** How long the body of a call may be: JSON, JSON with a long list, and a file. */
export const jsonLimitBytes = 1024 * 1024
export const batchLimitBytes = 10 * 1024 * 1024
export const uploadLimitBytes = 50 * 1024 * 1024
