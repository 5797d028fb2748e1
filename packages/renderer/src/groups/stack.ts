import type { Part } from '#renderer/model/layer-kind.ts'
import type { Sides } from '#renderer/properties/padding.ts'

/** How layers follow each other. */
export interface Stack {
  readonly width: number
  readonly height: number
  readonly layout: 'row' | 'column'
  readonly gap: number
  readonly align: 'start' | 'center' | 'end'
  readonly justify: 'start' | 'center' | 'end' | 'space-between' | 'space-around' | 'space-evenly'
  readonly wrap: boolean
  readonly fit: 'fixed' | 'grow' | 'hug'
  readonly padding: Sides
}

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Stacked {
  readonly places: ReadonlyMap<Part, Point>
  /** What the layers need, padding included. */
  readonly width: number
  readonly height: number
}

interface Item {
  readonly part: Part
  /** Along the direction of the stack. */
  readonly length: number
  /** Across it. */
  readonly breadth: number
}

interface Line {
  readonly items: readonly Item[]
  readonly length: number
  readonly breadth: number
}

/** Puts layers one after the other. */
export function stack(frame: Stack, parts: readonly Part[]): Stacked {
  const isRow = frame.layout === 'row'
  const { top, right, bottom, left } = frame.padding
  const [before, after, start, end] = isRow ? [left, right, top, bottom] : [top, bottom, left, right]
  const room = (isRow ? frame.width : frame.height) - before - after
  const items = parts.flatMap((part): Item[] => {
    if (!part.drawable) return []
    const { width, height } = part.drawable
    return [isRow ? { part, length: width, breadth: height } : { part, length: height, breadth: width }]
  })
  const lines = linesOf(items, { room: frame.wrap ? room : Number.POSITIVE_INFINITY, gap: frame.gap })
  const longest = Math.max(0, ...lines.map((line) => line.length))
  const breadth = sum(lines.map((line) => line.breadth)) + frame.gap * Math.max(0, lines.length - 1)
  // A frame that follows its layers has as much room as it gets by them.
  const hugs = frame.fit === 'hug'
  const along = hugs && !frame.wrap ? longest : Math.max(room, frame.fit === 'fixed' ? room : longest)
  const free = hugs ? 0 : (isRow ? frame.height : frame.width) - start - end
  const places = new Map<Part, Point>()
  let across = start
  for (const line of lines) {
    // A single line has all the room there is.
    const span = frame.wrap ? line.breadth : Math.max(line.breadth, free)
    for (const { part, at, aside } of placesOf(line, { ...frame, room: along, span })) {
      const [main, cross] = [before + at, across + aside]
      places.set(part, isRow ? { x: main, y: cross } : { x: cross, y: main })
    }
    across += line.breadth + frame.gap
  }
  const length = longest + before + after
  const depth = breadth + start + end
  return { places, width: isRow ? length : depth, height: isRow ? depth : length }
}

function linesOf(items: readonly Item[], { room, gap }: { room: number; gap: number }): Line[] {
  const lines: Item[][] = []
  let used = 0
  for (const item of items) {
    const line = lines.at(-1)
    // A hair of tolerance: lengths of text are sums.
    if (line && used + gap + item.length <= room + 0.01) {
      line.push(item)
      used += gap + item.length
    } else {
      lines.push([item])
      used = item.length
    }
  }
  return lines.map((line) => ({
    items: line,
    length: sum(line.map(({ length }) => length)) + gap * (line.length - 1),
    breadth: Math.max(...line.map(({ breadth }) => breadth)),
  }))
}

interface Room extends Pick<Stack, 'justify' | 'align' | 'gap'> {
  readonly room: number
  readonly span: number
}

function placesOf({ items, length }: Line, { justify, align, gap, room, span }: Room) {
  const free = Math.max(0, room - length)
  const count = items.length
  const { before, between } = {
    start: { before: 0, between: 0 },
    center: { before: (room - length) / 2, between: 0 },
    end: { before: room - length, between: 0 },
    'space-between': { before: 0, between: count > 1 ? free / (count - 1) : 0 },
    'space-around': { before: free / count / 2, between: free / count },
    'space-evenly': { before: free / (count + 1), between: free / (count + 1) },
  }[justify]
  const share = { start: 0, center: 0.5, end: 1 }[align]
  let along = before
  return items.map(({ part, length: own, breadth }) => {
    const place = { part, at: along, aside: (span - breadth) * share }
    along += own + gap + between
    return place
  })
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
