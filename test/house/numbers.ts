import { fileCycles } from '#test/house/cycles.ts'
import { misshapesIn, SHAPES } from '#test/house/shape.ts'
import { findWords, type Word } from '#test/words.ts'

const isTest = /\.test\.tsx?$|\.test-kit\.tsx?$|\/fakes\//
const MAX_SMALL_LINES = 25

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** `houseNumbers()` measures the product code among the source files (given by path), one number per line of the trend. */
export function houseNumbers(files: ReadonlyMap<string, string>, words: readonly Word[]): Map<string, number> {
  const product = new Map([...files].filter(([path]) => !isTest.test(path)))
  const lines = [...product.values()].map((source) => source.split('\n').length - 1).sort((one, other) => one - other)
  const misshapes = misshapesIn(files)
  const hits = findWords(product, words)
  return new Map([
    ['files', product.size],
    ['lines', lines.reduce((sum, count) => sum + count, 0)],
    ['lines of a file, median', quantile(lines, 0.5)],
    ['lines of a file, p90', quantile(lines, 0.9)],
    [`files of ${MAX_SMALL_LINES} lines or fewer`, lines.filter((count) => count <= MAX_SMALL_LINES).length],
    ['files in import cycles', fileCycles(files).flat().length],
    ...SHAPES.map((shape) => [shape, misshapes.filter((one) => one.shape === shape).length] as const),
    ['listed words in texts', hits.filter(({ visible }) => visible).length],
    ['listed words in names and comments', hits.filter(({ visible }) => !visible).length],
  ])
}
