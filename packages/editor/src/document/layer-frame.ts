import { CENTER, type Flip, type Frame } from '#editor/geometry/frame.ts'
import type { Box } from '#editor/geometry/matrix.ts'
import { isObject } from './json.ts'

/** How a layer is placed: as it was laid out, else as it is written. Bound numbers count as their defaults. */
export function frameOf(layer: object, box?: Box): Frame {
  const read = (key: string): unknown => (isObject(layer) ? layer[key] : undefined)
  const number = (key: string) => numberOr(read(key), 0)
  const { rotation, origin, flip } = {
    rotation: number('rotation'),
    origin: read('rotationOrigin'),
    flip: read('flip'),
  }
  return {
    x: box?.x ?? number('x'),
    y: box?.y ?? number('y'),
    width: box?.width ?? number('width'),
    height: box?.height ?? number('height'),
    rotation,
    origin: isObject(origin) ? { x: numberOr(origin.x, 0.5), y: numberOr(origin.y, 0.5) } : CENTER,
    flip: isFlip(flip) ? flip : 'none',
  }
}

/** True for a property that takes its value from a record, as it is or computed. */
export function isBound(value: unknown): boolean {
  return isObject(value) && ('bind' in value || 'expression' in value)
}

/** A property is filled by a record, or decided by a condition: it has no value of its own. */
export function isFilled(value: unknown): boolean {
  return isBound(value) || (isObject(value) && 'when' in value)
}

function numberOr(value: unknown, fallback: number): number {
  return typeof value === 'number' ? value : fallback
}

function isFlip(value: unknown): value is Flip {
  return value === 'none' || value === 'horizontal' || value === 'vertical' || value === 'both'
}
