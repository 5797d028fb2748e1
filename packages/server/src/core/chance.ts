import type { Random } from './ports/random.ts'

/** Random, from 0 to 1. */
export function chanceOf(random: Random): number {
  return (random.bytes(1)[0] ?? 0) / 255
}
