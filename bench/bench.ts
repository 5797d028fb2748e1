import { cpus, totalmem } from 'node:os'

/** One bench: prints while it goes, answers figures and ratios. Ratio keys name their peer (`cards_vs_renderer`). */
export interface Bench {
  name: string
  summary: string
  run(options: BenchOptions): Promise<Outcome>
}

export interface BenchOptions {
  quick: boolean
  long: boolean
  /** The commit beside which this version is measured, where the bench measures two. */
  base?: string | undefined
}

export interface Outcome {
  /** What was measured, with the unit in the name: `status_per_second`. */
  figures: Record<string, number>
  /** Our figure divided by the peer's, measured in the same run. */
  ratios?: Record<string, number>
  /** Why the bench fails; most only measure. */
  failure?: string
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** Nearest-rank quantile. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

export function machine(): Record<string, string | number> {
  const [first] = cpus()
  return {
    cpu: first?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memory_gib: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    platform: `${process.platform}-${process.arch}`,
  }
}

/** Three figures that matter, no more. */
export function rounded(figures: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(figures).map(([key, value]) => [key, Number(value.toPrecision(4))]))
}
