/** A letter of path data and the numbers behind it. */
export interface PathSegment {
  readonly letter: string
  readonly numbers: readonly number[]
}

const token = /[\s,]*(?:([MLHVCSQTZ])|([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?))/iy

/**
 * Splits the `d` of an SVG path without arcs into segments; undefined when it holds anything else. Each token is as long
 * as it can be and is never given back, so that the cost grows with the length alone.
 */
export function scanPath(d: string): PathSegment[] | undefined {
  const segments: { letter: string; numbers: number[] }[] = []
  let end = 0
  token.lastIndex = 0
  for (let found = token.exec(d); found; found = token.exec(d)) {
    end = token.lastIndex
    const [, letter, number] = found
    if (letter !== undefined) segments.push({ letter, numbers: [] })
    else if (number !== undefined) segments.at(-1)?.numbers.push(Number(number))
  }
  return /^[\s,]*$/.test(d.slice(end)) ? segments : undefined
}
