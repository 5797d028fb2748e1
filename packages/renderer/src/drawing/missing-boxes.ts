import type { Box } from '#renderer/geometry/box.ts'
import type { TextGeometry } from '#renderer/text/text-geometry.ts'

/** How much is marked at most. */
export const MAX_MARKED = 200

type Stop = TextGeometry['lines'][number]['stops'][number]

/** Between two stops, where that has a width and an offset of it is among those. */
function boxBetween([before, { x, y, height, offset }]: readonly [Stop, Stop], missing: ReadonlySet<number>) {
  if (x <= before.x) return undefined
  const last = Math.max(before.offset, offset)
  for (let at = Math.min(before.offset, offset); at < last; at++) {
    if (missing.has(at)) return { x: before.x, y, width: x - before.x, height }
  }
  return undefined
}

/** Around the first parts of a text, as they are drawn, in which a glyph is missing. */
export function missingBoxes({ lines, missing }: Pick<TextGeometry, 'lines' | 'missing'>): readonly Box[] {
  const offsets = new Set(
    missing.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, at) => start + at)),
  )
  const boxes: Box[] = []
  for (const { stops } of offsets.size > 0 ? lines : []) {
    let before: Stop | undefined
    for (const stop of stops) {
      const box = before && boxBetween([before, stop], offsets)
      if (box && boxes.push(box) === MAX_MARKED) return boxes
      before = stop
    }
  }
  return boxes
}
