import type { Family } from './font-rows.ts'

const STEP = 100

/** The weights that a family can be set in: of a variable one those with a name. */
export function weightsOf({ weights, axes }: Pick<Family, 'weights' | 'axes'>): readonly number[] {
  const axis = axes.find(({ tag }) => tag === 'wght')
  if (!axis) return weights
  const named = Array.from({ length: 9 }, (_, at) => (at + 1) * STEP)
  return named.filter((weight) => weight >= axis.min && weight <= axis.max)
}

/** The axes beside the weight, which has a property of its own; the others are variations. */
export const otherAxes = ({ axes }: Pick<Family, 'axes'>): Family['axes'] => axes.filter(({ tag }) => tag !== 'wght')

const numberAt = (variations: unknown, tag: string): number | undefined => {
  const value: unknown =
    typeof variations === 'object' && variations !== null ? Reflect.get(variations, tag) : undefined
  return typeof value === 'number' ? value : undefined
}

/** The place of a layer on an axis. */
export const placeOnAxis = (variations: unknown, axis: Family['axes'][number]): number =>
  numberAt(variations, axis.tag) ?? axis.default

/** With another place on an axis; its usual place is not written. */
export function withAxis(variations: unknown, axis: Family['axes'][number], value: number): object | undefined {
  const before: Readonly<Record<string, unknown>> =
    typeof variations === 'object' && variations !== null ? { ...variations } : {}
  const { [axis.tag]: _, ...others } = before
  const next = value === axis.default ? others : { ...others, [axis.tag]: value }
  return Object.keys(next).length === 0 ? undefined : next
}
