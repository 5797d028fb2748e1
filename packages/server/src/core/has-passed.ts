/**
 * Whether so much time has passed since a stored moment. It has, too, when that moment is in the future: the clock was ahead
 * when it was stored, and waiting for it could take years.
 */
export function hasPassed(ms: number, { since, now }: { since: Date; now: Date }): boolean {
  const passedMs = now.getTime() - since.getTime()
  return passedMs < 0 || passedMs >= ms
}
