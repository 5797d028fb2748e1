import type { Context2D } from '#renderer/canvas/canvas.ts'
import { type PathSegment, scanPath } from './scan-path.ts'

/** A stretch that ends at x, y. */
export interface Line {
  readonly type: 'move' | 'line'
  readonly x: number
  readonly y: number
}

export interface Curve {
  readonly type: 'curve'
  readonly x1: number
  readonly y1: number
  readonly x2: number
  readonly y2: number
  readonly x: number
  readonly y: number
}

/** One stroke of a pen: where it begins is where the one before ended. All coordinates are absolute. */
export type PathStep = Line | Curve | { readonly type: 'close' }

type Numbers = readonly number[]

/** Where the pen is, where its line began, and the control point that a smooth curve mirrors. */
interface Pen {
  readonly x: number
  readonly y: number
  readonly startX: number
  readonly startY: number
  readonly mirror: { readonly of: 'cubic' | 'quadratic'; readonly x: number; readonly y: number } | undefined
}

interface Drawn {
  readonly step: PathStep
  readonly pen: Pen
}

interface Command {
  readonly takes: number
  draw(pen: Pen, numbers: Numbers): Drawn
}

/** Absolute commands, by letter. */
const commands: Readonly<Record<string, Command>> = {
  M: {
    takes: 2,
    draw: (_, [x = 0, y = 0]) => ({
      step: { type: 'move', x, y },
      pen: { x, y, startX: x, startY: y, mirror: undefined },
    }),
  },
  L: { takes: 2, draw: (pen, [x = 0, y = 0]) => lineTo(pen, x, y) },
  H: { takes: 1, draw: (pen, [x = 0]) => lineTo(pen, x, pen.y) },
  V: { takes: 1, draw: (pen, [y = 0]) => lineTo(pen, pen.x, y) },
  C: { takes: 6, draw: cubic },
  S: { takes: 4, draw: (pen, numbers) => cubic(pen, [...mirrored(pen, 'cubic'), ...numbers]) },
  Q: { takes: 4, draw: quadratic },
  T: { takes: 2, draw: (pen, numbers) => quadratic(pen, [...mirrored(pen, 'quadratic'), ...numbers]) },
  Z: {
    takes: 0,
    draw: (pen) => ({ step: { type: 'close' }, pen: { ...pen, x: pen.startX, y: pen.startY, mirror: undefined } }),
  },
}

function lineTo(pen: Pen, x: number, y: number): Drawn {
  return { step: { type: 'line', x, y }, pen: { ...pen, x, y, mirror: undefined } }
}

function cubic(pen: Pen, [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x = 0, y = 0]: Numbers): Drawn {
  return {
    step: { type: 'curve', x1, y1, x2, y2, x, y },
    pen: { ...pen, x, y, mirror: { of: 'cubic', x: x2, y: y2 } },
  }
}

function quadratic(pen: Pen, [controlX = 0, controlY = 0, x = 0, y = 0]: Numbers): Drawn {
  const near = (from: number, to: number) => from + ((to - from) * 2) / 3
  const { step } = cubic(pen, [
    near(pen.x, controlX),
    near(pen.y, controlY),
    near(x, controlX),
    near(y, controlY),
    x,
    y,
  ])
  return { step, pen: { ...pen, x, y, mirror: { of: 'quadratic', x: controlX, y: controlY } } }
}

function mirrored({ x, y, mirror }: Pen, of: 'cubic' | 'quadratic'): Numbers {
  return mirror?.of === of ? [2 * x - mirror.x, 2 * y - mirror.y] : [x, y]
}

/** Whether text is the `d` of an SVG path without arcs; it is not drawn, which takes several times as long. */
export function isPath(d: string): boolean {
  return readSegments(d) !== undefined
}

/** Reads the `d` of an SVG path without arcs; undefined when it is none. */
export function readPath(d: string): PathStep[] | undefined {
  const segments = readSegments(d)
  if (!segments) return undefined
  const steps: PathStep[] = []
  let pen: Pen = { x: 0, y: 0, startX: 0, startY: 0, mirror: undefined }
  for (const { letter, numbers } of segments) {
    for (const call of callsOf(letter, numbers)) {
      const drawn: Drawn = call.command.draw(pen, call.relative ? fromPen(pen, letter, call.numbers) : call.numbers)
      steps.push(drawn.step)
      pen = drawn.pen
    }
  }
  return steps
}

/** Segments that begin with a move and draw something, each with the numbers that its letter takes. */
function readSegments(d: string): PathSegment[] | undefined {
  const segments = /^\s*M/i.test(d) ? scanPath(d) : undefined
  const counts = segments?.map(countCalls) ?? []
  return counts.includes(0) || counts.reduce((sum, count) => sum + count, 0) < 2 ? undefined : segments
}

/** How often a letter is called with its numbers; 0 when they are too few or too many. */
function countCalls({ letter, numbers }: PathSegment): number {
  const takes = commands[letter.toUpperCase()]?.takes ?? 0
  if (takes === 0) return numbers.length === 0 ? 1 : 0
  return numbers.length % takes === 0 ? numbers.length / takes : 0
}

interface Call {
  readonly command: Command
  readonly relative: boolean
  readonly numbers: Numbers
}

/** A letter may be followed by the numbers of several commands; those after a move are lines. */
function callsOf(letter: string, numbers: Numbers): Call[] {
  const name = letter.toUpperCase()
  const command = commands[name]
  const next = name === 'M' ? commands.L : command
  if (!command || !next) return []
  const relative = letter !== name
  if (command.takes === 0) return [{ command, relative, numbers }]
  return Array.from({ length: numbers.length / command.takes }, (_, at) => ({
    command: at === 0 ? command : next,
    relative,
    numbers: numbers.slice(at * command.takes, (at + 1) * command.takes),
  }))
}

function fromPen({ x, y }: Pen, letter: string, numbers: Numbers): Numbers {
  if (letter === 'v') return numbers.map((value) => value + y)
  return numbers.map((value, at) => value + (at % 2 === 0 ? x : y))
}

/** Lays the path in the context, after `map` has moved its points. */
export function layPath(
  context: Context2D,
  steps: readonly PathStep[],
  map: (x: number, y: number) => readonly [number, number],
): void {
  for (const step of steps) {
    if (step.type === 'close') context.closePath()
    else if (step.type === 'curve')
      context.bezierCurveTo(...map(step.x1, step.y1), ...map(step.x2, step.y2), ...map(step.x, step.y))
    else if (step.type === 'move') context.moveTo(...map(step.x, step.y))
    else context.lineTo(...map(step.x, step.y))
  }
}
