import { linesOf, samples } from './script-samples.test-kit.ts'

type Recorded = Readonly<Record<string, readonly { readonly text: string; readonly widthPx: number }[]>>

export interface Comparison {
  readonly name: string
  readonly lines: number
  readonly equal: boolean
  /** The largest difference of the width of a line that both have. */
  readonly widthPercent: number
  readonly own: readonly string[]
  readonly theirs: readonly string[]
}

/** How far the lines of the renderer are from those of Chromium. */
export function compareLines(recorded: Recorded): Comparison[] {
  return samples.map((sample) => {
    const { lines } = linesOf(sample)
    const theirs = recorded[sample.name] ?? []
    const differences = lines.flatMap(({ text, widthPx }) => {
      const same = theirs.find((line) => line.text === text)
      return same ? [(Math.abs(widthPx - same.widthPx) / same.widthPx) * 100] : []
    })
    const [own, other] = [lines.map(({ text }) => text), theirs.map(({ text }) => text)]
    const equal = JSON.stringify(own) === JSON.stringify(other)
    return {
      name: sample.name,
      lines: lines.length,
      equal,
      widthPercent: Math.max(0, ...differences),
      own,
      theirs: other,
    }
  })
}
