/** The time of day. */
export interface Clock {
  now(): Date
}
