/**
 * Whether something that was to last until a time still does. It lasts no longer than the longest of its kind: what says more
 * was written by a clock that was ahead, and is over.
 */
export function stillLasts(untilMs: number, { nowMs, longestMs }: { nowMs: number; longestMs: number }): boolean {
  return untilMs > nowMs && untilMs <= nowMs + longestMs
}
