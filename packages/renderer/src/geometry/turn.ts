/** A frame that was moved and turned inside of another one. */
export interface Turn {
  readonly x: number
  readonly y: number
  /** In radians, clockwise. */
  readonly angle: number
}

/** A point of the outer frame as the turned one has it. */
export function turnedInto(turn: Turn | undefined, x: number, y: number): [x: number, y: number] {
  if (!turn) return [x, y]
  const [cos, sin] = [Math.cos(turn.angle), Math.sin(turn.angle)]
  const [right, down] = [x - turn.x, y - turn.y]
  return [right * cos + down * sin, down * cos - right * sin]
}
