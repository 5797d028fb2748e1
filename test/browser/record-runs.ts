/** A text where it stands, in pixels of a canvas. */
export interface Run {
  readonly text: string
  readonly x: number
  readonly y: number
}

type Transform = Readonly<Record<'a' | 'b' | 'c' | 'd' | 'e' | 'f', number>>

/** What is listened to, of the canvases of pages and of Node. */
export interface RecordedContext {
  readonly canvas: object
  getTransform(): Transform
  reset(): void
  fillText(text: string, x: number, y: number): void
  drawImage(source: object, x: number, y: number, ...rest: number[]): void
}

export interface Recording {
  /** The texts on the canvas that was drawn on last, also those that came on it with another one, each once. */
  runs(): Run[]
  stop(): void
}

/**
 * Follows every text that contexts of this kind draw, from canvas to canvas. `shiftOf`: how far below the place that was asked
 * for a context draws.
 */
export function recordRuns<Context extends RecordedContext>(
  prototype: Context,
  shiftOf: (context: Context) => number = () => 0,
): Recording {
  const { reset, fillText, drawImage } = prototype
  const runs = new WeakMap<object, Map<string, Run>>()
  let last: object = {}
  const add = (context: RecordedContext, { text, x, y }: Run) => {
    const { a, b, c, d, e, f } = context.getTransform()
    const run = { text, x: a * x + c * y + e, y: b * x + d * y + f }
    const all = runs.get(context.canvas) ?? new Map<string, Run>()
    runs.set(context.canvas, all.set(`${run.x.toFixed(2)} ${run.y.toFixed(2)} ${text}`, run))
  }
  prototype.reset = function forget() {
    runs.delete(this.canvas)
    reset.call(this)
  }
  prototype.fillText = function record(this: Context, text, x, y) {
    add(this, { text, x, y: y + shiftOf(this) })
    last = this.canvas
    fillText.call(this, text, x, y)
  }
  prototype.drawImage = function carry(source, x, y, ...rest) {
    for (const run of runs.get(source)?.values() ?? []) add(this, { text: run.text, x: run.x + x, y: run.y + y })
    last = this.canvas
    drawImage.call(this, source, x, y, ...rest)
  }
  return {
    runs: () => [...(runs.get(last)?.values() ?? [])],
    stop: () => Object.assign(prototype, { reset, fillText, drawImage }),
  }
}

/** How far runs of the same text are from each other; Infinity where one side has more of them. */
export function farthest(one: readonly Run[], other: readonly Run[]): number {
  const left = new Set(other)
  let far = 0
  for (const run of one) {
    let [nearest, distance]: [Run | undefined, number] = [undefined, Number.POSITIVE_INFINITY]
    for (const each of left) {
      const away = each.text === run.text ? Math.hypot(each.x - run.x, each.y - run.y) : Number.POSITIVE_INFINITY
      if (away < distance) [nearest, distance] = [each, away]
    }
    if (nearest) left.delete(nearest)
    far = Math.max(far, distance)
  }
  return left.size > 0 ? Number.POSITIVE_INFINITY : far
}
