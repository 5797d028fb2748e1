/** What a shape asks of whoever draws it, in its own units. */
export interface Measure {
  /** At most. */
  readonly length: number
  /** How often a line across the shape meets its outline, on average. */
  readonly crossings: number
  /** Places for markers. */
  readonly vertices: number
}

type Point = readonly [x: number, y: number]

const numbers = /[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/gi
/** Numbers that each command takes at a time. */
const takes: Readonly<Record<string, number>> = { M: 2, L: 2, T: 2, H: 1, V: 1, S: 4, Q: 4, C: 6, A: 7, Z: 0 }

/** Measures the `d` of a path: control points stand for their curves. */
export function measurePath(d: string): Measure {
  const tally = createTally()
  let [here, start]: [Point, Point] = [
    [0, 0],
    [0, 0],
  ]
  for (const [, letter = '', rest = ''] of d.matchAll(/([MLTHVSQCAZ])([^MLTHVSQCAZ]*)/gi)) {
    const command = letter.toUpperCase()
    const relative = letter !== command
    const count = takes[command] ?? 0
    if (count === 0) {
      tally.line(here, start)
      here = start
      continue
    }
    // The flags of an arc may stand without anything between them and the next number.
    const values = command === 'A' ? arcNumbers(rest) : (rest.match(numbers) ?? []).map(Number)
    for (let at = 0; at + count <= values.length; at += count) {
      const given = values.slice(at, at + count)
      const to = pointsOf(command, given, { here, relative })
      for (const point of to) {
        if (command === 'M' && at === 0) start = point
        else tally.line(here, point)
        here = point
      }
    }
  }
  return tally.measure()
}

/** Measures a list of points. */
export function measurePoints(points: string): Measure {
  const values = (points.match(numbers) ?? []).map(Number)
  const tally = createTally()
  let last: Point | undefined
  for (let at = 0; at + 1 < values.length; at += 2) {
    const point: Point = [values[at] ?? 0, values[at + 1] ?? 0]
    if (last) tally.line(last, point)
    last = point
  }
  return tally.measure()
}

function pointsOf(command: string, given: readonly number[], from: { here: Point; relative: boolean }): Point[] {
  const { here, relative } = from
  const [baseX, baseY] = relative ? here : [0, 0]
  const [first = 0, second = 0] = given
  if (command === 'H') return [[baseX + first, here[1]]]
  if (command === 'V') return [[here[0], baseY + first]]
  if (command !== 'A') {
    return given.flatMap((value, at): Point[] => (at % 2 === 0 ? [[baseX + value, baseY + (given[at + 1] ?? 0)]] : []))
  }
  const end: Point = [baseX + (given[5] ?? 0), baseY + (given[6] ?? 0)]
  // An arc leaves its chord by no more than its larger radius.
  const aside = Math.max(Math.abs(first), Math.abs(second))
  return [[(here[0] + end[0]) / 2 + aside, (here[1] + end[1]) / 2 + aside], end]
}

function arcNumbers(text: string): number[] {
  const number = /[\s,]*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)/iy
  const flag = /[\s,]*([01])/y
  const values: number[] = []
  for (let at = 0; ; ) {
    const isFlag = values.length % 7 === 3 || values.length % 7 === 4
    const pattern = isFlag ? flag : number
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (!found) return values
    values.push(Number(found[1]))
    at = pattern.lastIndex
  }
}

function createTally() {
  let [length, rises, vertices] = [0, 0, 1]
  let [top, bottom] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  return {
    line([x0, y0]: Point, [x1, y1]: Point): void {
      length += Math.hypot(x1 - x0, y1 - y0)
      rises += Math.abs(y1 - y0)
      vertices++
      top = Math.min(top, y0, y1)
      bottom = Math.max(bottom, y0, y1)
    },
    measure: (): Measure => ({ length, vertices, crossings: bottom > top ? rises / (bottom - top) : 0 }),
  }
}
