import type { Box } from '@pictable/editor'
import type { TextGeometry } from '@pictable/renderer/browser'

/** Around each part of a text, as it is drawn, in which a glyph is missing. */
export function missingBoxes({ lines, missing }: Pick<TextGeometry, 'lines' | 'missing'>): readonly Box[] {
  if (missing.length === 0) return []
  return lines.flatMap(({ stops }) =>
    stops.flatMap(({ x, y, height, offset }, index) => {
      const before = stops[index - 1]
      if (!before || x <= before.x) return []
      const [from, to] = [Math.min(before.offset, offset), Math.max(before.offset, offset)]
      const isMissing = missing.some(({ start, end }) => start < to && end > from)
      return isMissing ? [{ x: before.x, y, width: x - before.x, height }] : []
    }),
  )
}
