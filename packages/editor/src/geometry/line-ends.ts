import { CENTER, type Frame, frameMatrix } from './frame.ts'
import { boxAround, type Point, rounded, transform } from './matrix.ts'
import { angleOf, stepAngle } from './rotate.ts'

/** A line as a layer has it: points are parts of the box. */
export interface Line {
  readonly frame: Frame
  readonly points: readonly Point[]
}

/** The points of a line in the coordinates around the layer. */
export function linePoints({ frame, points }: Line): readonly Point[] {
  const matrix = frameMatrix(frame)
  return points.map(({ x, y }) => transform(matrix, { x: x * frame.width, y: y * frame.height }))
}

/**
 * The line with its first or last point at `to`. The box is made new around the points: upright, not mirrored, at least
 * a pixel wide and high. With `steps`, the end keeps to multiples of 45 degrees as seen from the point next to it.
 */
export function moveLineEnd(
  line: Line,
  end: 'start' | 'end',
  { to, steps = false, exact = false }: { to: Point; steps?: boolean; exact?: boolean },
): Line {
  const points = linePoints(line)
  const index = end === 'start' ? 0 : points.length - 1
  const next = points[end === 'start' ? 1 : index - 1]
  const round = exact ? rounded : Math.round
  const target = steps && next ? onStep(next, to) : { x: round(to.x), y: round(to.y) }
  return lineThrough(points.with(index, target))
}

/** The point at the distance of `point`, in the nearest of the eight directions. */
function onStep(from: Point, point: Point): Point {
  const angle = (stepAngle(angleOf(from, point), 45) * Math.PI) / 180
  const [x, y] = [point.x - from.x, point.y - from.y]
  const length = x * Math.cos(angle) + y * Math.sin(angle)
  return { x: rounded(from.x + length * Math.cos(angle)), y: rounded(from.y + length * Math.sin(angle)) }
}

/** A line through points of the coordinates around the layer. */
export function lineThrough(points: readonly Point[]): Line {
  const around = boxAround(points)
  const [width, height] = [Math.max(1, rounded(around.width)), Math.max(1, rounded(around.height))]
  // A flat line runs through the middle of its box.
  const x = rounded(around.x - Math.max(0, (width - around.width) / 2))
  const y = rounded(around.y - Math.max(0, (height - around.height) / 2))
  const share = (value: number) => Math.round(value * 1e6) / 1e6 + 0
  return {
    frame: { x, y, width, height, rotation: 0, origin: CENTER, flip: 'none' },
    points: points.map((point) => ({ x: share((point.x - x) / width), y: share((point.y - y) / height) })),
  }
}
