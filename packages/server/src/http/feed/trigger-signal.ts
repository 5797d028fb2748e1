/** So long may setting up a trigger at its table take. */
const mostMs = 60_000

export const triggerSignal = () => AbortSignal.timeout(mostMs)
