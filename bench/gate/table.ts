import { type Interval, isSlower } from './interval.ts'

export interface Row {
  cell: string
  baseMs: number
  nowMs: number
  ratio: Interval
}

export function verdictOf({ ratio }: Row): string {
  const { lower, upper } = ratio
  if (lower === null || upper === null) return 'too few pairs'
  if (isSlower(ratio)) return 'SLOWER'
  if (upper < 1) return 'faster'
  return lower > 1 ? 'slower, within 5 %' : 'no difference'
}

const boundsOf = ({ lower, upper }: Interval) =>
  lower === null || upper === null ? '-' : `${lower.toFixed(3)} to ${upper.toFixed(3)}`

/** What was measured, and how to read it. */
export function tableText(rows: readonly Row[], { base, pairs }: { base: string; pairs: number }): string {
  const line = (cells: readonly string[]) =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(24) : cell.padStart([0, 12, 12, 9, 20, 20][at] ?? 0))).join('')
  return [
    line(['processor time', base.slice(-11), 'now', 'ratio', '95 % bounds', '']),
    ...rows.map((row) =>
      line([
        row.cell,
        `${row.baseMs.toFixed(1)} ms`,
        `${row.nowMs.toFixed(1)} ms`,
        row.ratio.median.toFixed(3),
        boundsOf(row.ratio),
        verdictOf(row),
      ]),
    ),
    '',
    `Median of ${pairs} interleaved pairs of processes; a ratio above 1 means that this version takes more processor time.`,
    'SLOWER: even the lower bound is above 1.05. Only this fails the gate; everything else may be noise.',
  ].join('\n')
}
