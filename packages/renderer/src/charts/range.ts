import type { Chart } from './chart.ts'

/** The numbers between which a chart lies, and those at which it has lines. */
export interface Range {
  readonly low: number
  readonly high: number
  readonly ticks: readonly number[]
}

/** Round numbers around all values, and 0 among them unless asked for otherwise. */
export function rangeOf({ numbers, min, max, axis }: Pick<Chart, 'numbers' | 'min' | 'max' | 'axis'>): Range {
  const least = min ?? Math.min(0, ...numbers)
  const most = max ?? Math.max(0, ...numbers)
  const span = most > least ? most - least : 1
  const step = roundStep(span / 4)
  const low = min ?? (axis ? Math.floor(least / step) * step : least)
  const high = max !== undefined && max > low ? max : axis ? Math.ceil((least + span) / step) * step : least + span
  const first = Math.ceil(low / step)
  const count = Math.max(0, Math.floor(high / step + 1e-9) - first + 1)
  const ticks = Array.from({ length: Math.min(count, 50) }, (_, at) => tidy((first + at) * step, step))
  return { low, high: high > low ? high : low + 1, ticks }
}

/** 1, 2 or 5 of a power of ten, near what is asked for. */
function roundStep(about: number): number {
  const power = 10 ** Math.floor(Math.log10(about))
  const factor = [1, 2, 5, 10].find((each) => each * power >= about * 0.999) ?? 10
  return factor * power
}

/** Without the noise of adding fractions. */
function tidy(number: number, step: number): number {
  const digits = Math.max(0, Math.min(12, 2 - Math.floor(Math.log10(step))))
  return Number(number.toFixed(digits))
}

/** Where a number lies: 0 at the low end, 1 at the high one. */
export function shareOf({ low, high }: Range, number: number): number {
  return Math.min(1, Math.max(0, (number - low) / (high - low)))
}
