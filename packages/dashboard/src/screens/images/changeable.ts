import { z } from 'zod'

/** What the viewer can change in a layer. A part is a number inside the property. */
export interface ChangeField {
  property: 'text' | 'value' | 'fill' | 'color' | 'x' | 'y' | 'focalPoint'
  part?: 'x' | 'y'
  kind: 'text' | 'color' | 'number' | 'percent'
}

export interface ChangeableLayer {
  name: string
  fields: readonly ChangeField[]
  /** What the design says, where it is no binding. */
  written: Readonly<Record<string, unknown>>
}

/** As the API has it. */
export type Modification = { name: string; output?: string } & Record<string, unknown>

const place: readonly ChangeField[] = [
  { property: 'x', kind: 'number' },
  { property: 'y', kind: 'number' },
]
const fill: ChangeField = { property: 'fill', kind: 'color' }
const value: ChangeField = { property: 'value', kind: 'text' }
const shape = [fill, ...place]

const byType: Readonly<Record<string, readonly ChangeField[]>> = {
  text: [{ property: 'text', kind: 'text' }, fill, ...place],
  image: [
    { property: 'focalPoint', part: 'x', kind: 'percent' },
    { property: 'focalPoint', part: 'y', kind: 'percent' },
    ...place,
  ],
  rectangle: shape,
  ellipse: shape,
  polygon: shape,
  star: shape,
  line: [{ property: 'color', kind: 'color' }, ...place],
  rating: [value, ...shape],
  'qr-code': [value, ...shape],
  barcode: [value, ...shape],
}

const layerShape = z.looseObject({ type: z.string(), name: z.string(), layers: z.array(z.unknown()).optional() })
const designShape = z.looseObject({ layers: z.array(z.unknown()) })

/** The layers of a design, those of groups included, from front to back. */
export function changeableLayers(design: unknown): ChangeableLayer[] {
  const { data } = designShape.safeParse(design)
  return (data?.layers ?? []).toReversed().flatMap((json) => {
    const { data: layer } = layerShape.safeParse(json)
    if (layer === undefined) return []
    const own = { name: layer.name, fields: byType[layer.type] ?? place, written: layer }
    return [own, ...changeableLayers({ layers: layer.layers ?? [] })]
  })
}

const isOf = ({ name, output }: Modification, layer: string, scope: string | undefined) =>
  name === layer && output === scope

const pointShape = z.looseObject({ x: z.number().catch(0.5), y: z.number().catch(0.5) }).catch({ x: 0.5, y: 0.5 })

function shown(json: unknown, { property, part }: ChangeField): string {
  const found = typeof json === 'object' && json !== null ? Reflect.get(json, property) : undefined
  if (found === undefined || found === null) return ''
  if (part !== undefined) return String(Math.round(pointShape.parse(found)[part] * 100))
  return typeof found === 'object' ? '' : String(found)
}

/** What is typed in a field: the value that the exception gives; '' where it gives none. */
export function typedIn(
  modifications: readonly Modification[],
  field: ChangeField,
  { layer, scope }: { layer: string; scope: string | undefined },
): string {
  return shown(
    modifications.find((each) => isOf(each, layer, scope)),
    field,
  )
}

/** What the design has in its place. */
export const writtenIn = ({ written }: ChangeableLayer, field: ChangeField): string => shown(written, field)

function parsed(typed: string, { kind, part }: ChangeField, before: unknown): unknown {
  if (kind !== 'number' && kind !== 'percent') return typed
  const number = Number(typed)
  if (part === undefined) return number
  return { ...pointShape.parse(before), [part]: Math.min(100, Math.max(0, number)) / 100 }
}

/** The modifications with what was typed in a field; an empty one leaves the property as the template says. */
export function withTyped(
  modifications: readonly Modification[],
  field: ChangeField,
  { layer, scope, typed }: { layer: string; scope: string | undefined; typed: string },
): Modification[] {
  const at = modifications.findIndex((each) => isOf(each, layer, scope))
  const before: Modification = modifications[at] ?? { name: layer, ...(scope !== undefined && { output: scope }) }
  const { [field.property]: old, ...rest } = before
  const after: Modification = {
    ...rest,
    name: layer,
    ...(typed !== '' && { [field.property]: parsed(typed, field, old) }),
  }
  const isEmpty = Object.keys(after).every((key) => key === 'name' || key === 'output')
  const kept = isEmpty ? [] : [after]
  return at < 0 ? [...modifications, ...kept] : modifications.toSpliced(at, 1, ...kept)
}
