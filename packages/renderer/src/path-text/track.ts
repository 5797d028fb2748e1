import type { PathStep } from '#renderer/shapes/path.ts'

type Point = readonly [x: number, y: number]

/** A path that can be walked along. */
export interface Track {
  readonly length: number
  readonly isClosed: boolean
  /** The place after a distance, and the direction there in radians; before and after its ends the path goes straight on. */
  at(distance: number): { x: number; y: number; angle: number }
}

/** Pieces into which a curve is cut. */
const PIECES = 64

/** The outline of an ellipse from its lowest point clockwise, or from its highest one the other way round. */
export function ellipseTrack({ width, height, reverse }: { width: number; height: number; reverse: boolean }): Track {
  const count = 512
  const points = Array.from({ length: count + 1 }, (_, at): Point => {
    const angle = reverse ? -Math.PI / 2 - (at / count) * 2 * Math.PI : Math.PI / 2 + (at / count) * 2 * Math.PI
    return [width / 2 + (Math.cos(angle) * width) / 2, height / 2 + (Math.sin(angle) * height) / 2]
  })
  return trackOf(points, true)
}

/** Part of a circle from one side of the box to the other, as high as the box; upside down it hangs through. */
export function arcTrack({ width, height, reverse }: { width: number; height: number; reverse: boolean }): Track {
  const rise = Math.max(height, 0.001)
  const radius = (width * width) / (8 * rise) + rise / 2
  const half = width / 2 >= radius ? Math.PI / 2 : Math.asin(width / 2 / radius)
  const reach = rise > width / 2 ? Math.PI - half : half
  const count = 256
  const points = Array.from({ length: count + 1 }, (_, at): Point => {
    const angle = -reach + (at / count) * 2 * reach
    const [x, y] = [width / 2 + Math.sin(angle) * radius, radius - Math.cos(angle) * radius]
    return [x, reverse ? height - y : y]
  })
  return trackOf(points, false)
}

/** The lines and curves of a path; only its first stretch counts. */
export function pathTrack(steps: readonly PathStep[]): Track {
  const points: Point[] = []
  for (const step of steps) {
    if (step.type === 'close' || (step.type === 'move' && points.length > 1)) {
      const [first] = points
      if (step.type === 'close' && first) points.push(first)
      return trackOf(points, step.type === 'close')
    }
    if (step.type === 'curve') points.push(...piecesOf(points.at(-1) ?? [0, 0], step))
    else points.push([step.x, step.y])
  }
  return trackOf(points, false)
}

function piecesOf([x0, y0]: Point, { x1, y1, x2, y2, x, y }: Extract<PathStep, { type: 'curve' }>): Point[] {
  return Array.from({ length: PIECES }, (_, at): Point => {
    const t = (at + 1) / PIECES
    const u = 1 - t
    const mix = ([a, b, c, d]: readonly [number, number, number, number]) =>
      u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d
    return [mix([x0, x1, x2, x]), mix([y0, y1, y2, y])]
  })
}

function trackOf(all: readonly Point[], isClosed: boolean): Track {
  const points = all.filter(([x, y], at) => at === 0 || x !== all[at - 1]?.[0] || y !== all[at - 1]?.[1])
  const ends = [0]
  for (let at = 1; at < points.length; at++) {
    ends.push((ends[at - 1] ?? 0) + Math.hypot(...between(points[at - 1], points[at])))
  }
  const length = ends.at(-1) ?? 0
  return {
    length,
    isClosed,
    at(asked) {
      const distance = isClosed && length > 0 ? ((asked % length) + length) % length : asked
      let [low, high] = [0, Math.max(0, points.length - 2)]
      while (low < high) {
        const middle = (low + high + 1) >> 1
        if ((ends[middle] ?? 0) <= distance) low = middle
        else high = middle - 1
      }
      const [dx, dy] = between(points[low], points[low + 1])
      const piece = Math.hypot(dx, dy) || 1
      const share = (distance - (ends[low] ?? 0)) / piece
      const [x, y] = points[low] ?? [0, 0]
      return { x: x + dx * share, y: y + dy * share, angle: Math.atan2(dy, dx) }
    },
  }
}

function between(one: Point = [0, 0], other: Point = one): Point {
  return [other[0] - one[0], other[1] - one[1]]
}
