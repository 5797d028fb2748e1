import { z } from 'zod/mini'
import type { LayerKind } from '#renderer/model/layer-kind.ts'
import { unwrap } from '#renderer/properties/bindable.ts'
import { layerKinds } from '#renderer/template/kinds.ts'

/** Chances that come out the same for the same seed. */
export interface Random {
  /** A whole number from 0, less than `end`. */
  below(end: number): number
  chance(share: number): boolean
  pick<Item>(items: readonly Item[]): Item
}

export function randomFrom(seed: number): Random {
  let state = (seed + 1) * 0x9e3779b9
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(next() * end)
  return {
    below,
    chance: (share) => next() < share,
    pick(items) {
      for (const [at, item] of items.entries()) if (next() * (items.length - at) < 1) return item
      throw new Error('there is nothing to pick from')
    },
  }
}

/** Properties that mean something only in one form, and what they are then. */
const known: Readonly<Record<string, (random: Random) => unknown>> = {
  width: (random) => 10 + random.below(120),
  height: (random) => 10 + random.below(120),
  x: (random) => random.below(100) - 20,
  y: (random) => random.below(100) - 20,
  src: () => '',
  logo: () => '',
  fallback: () => undefined,
  svg: () => '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><rect width="2" height="2"/></svg>',
  path: () => 'M0 10 C10 0 20 20 24 10 L12 24 Z',
  language: (random) => random.pick(['de', 'ja', 'zh-Hant']),
  fontFamily: (random) => random.pick(['Inter', 'Noto Serif']),
  fontVariations: () => ({ opsz: 20 }),
  fontFeatures: () => ({ tnum: true, liga: false }),
  colors: () => undefined,
  format: () => undefined,
  visible: (random) => random.pick([true, false, { when: { value: 'Number', greater: 0 } }]),
  onMissing: () => 'hide',
  value: () => undefined,
  ellipsis: () => '…',
}

/** A valid layer of any kind; groups hold more of them. */
export function layerOf(random: Random, names: { next: number }, depth: number): Record<string, unknown> {
  const kind = random.pick(layerKinds.filter(({ holdsLayers }) => !holdsLayers || depth < 3))
  const name = `Layer ${names.next++}`
  const entries = Object.entries(kind.shape).flatMap(([key, schema]) => {
    const isRequired = key === 'width' || key === 'height'
    if (!isRequired && !random.chance(0.3)) return []
    const value = bindingFor(random, key, schema) ?? (known[key] ? known[key](random) : plainFor(random, schema, key))
    return value === undefined ? [] : [[key, value] as const]
  })
  const children = Array.from({ length: kind.holdsLayers ? random.below(4) : 0 }, () =>
    layerOf(random, names, depth + 1),
  )
  return {
    type: kind.type,
    name,
    ...Object.fromEntries(entries),
    ...special(kind, random),
    ...(kind.holdsLayers && { children }),
  }
}

function special({ type }: LayerKind, random: Random): object {
  if (type === 'barcode') return { format: 'code-128', value: random.chance(0.5) ? 'A-1' : { bind: 'Text' } }
  if (type === 'qr-code') return { value: { bind: 'Text' } }
  if (type === 'chart') return { values: random.chance(0.5) ? [3, 1, -2] : { bind: 'Number' }, labels: 'A, B' }
  if (type === 'table') {
    const rows = random.pick<unknown>([
      { bind: 'Text' },
      'A,B\n1,2',
      [
        ['A', 'B'],
        [1, null],
      ],
      [{ A: true }],
      ['x', 2],
    ])
    const columns = random.pick<unknown>([
      [],
      [
        { width: '2fr', values: { bind: 'Number' } },
        { width: 9, align: 'end' },
      ],
    ])
    return { rows, columns }
  }
  if (type === 'image') return { src: { bind: 'Picture' } }
  return {}
}

function bindingFor(random: Random, key: string, schema: z.ZodMiniType): unknown {
  if (['width', 'height', 'path'].includes(key) || !random.chance(0.1)) return undefined
  const inner = unwrap(schema)
  if (inner instanceof z.ZodMiniString && key === 'text') return { bind: 'Text' }
  const takesOne = inner instanceof z.ZodMiniNumber && boundsOf(inner).min <= 1 && boundsOf(inner).max >= 1
  if (takesOne) return { bind: 'Number', fallback: 1 }
  return undefined
}

function plainFor(random: Random, wrapped: z.ZodMiniType, key: string): unknown {
  const schema = unwrap(wrapped)
  if (z.globalRegistry.get(schema)?.kind === 'color')
    return random.pick(['#f00', 'rgb(0 10 200)', 'orange', 'transparent'])
  if (schema instanceof z.ZodMiniEnum) return random.pick(schema.options)
  if (schema instanceof z.ZodMiniBoolean) return random.chance(0.5)
  if (schema instanceof z.ZodMiniNumber) return numberOf(random, schema)
  if (schema instanceof z.ZodMiniString) return random.pick(['', 'Words', 'مرحبا 😀', '**bold** x'])
  if (schema instanceof z.ZodMiniObject) return objectOf(random, schema)
  if (schema instanceof z.ZodMiniArray && schema.def.element instanceof z.ZodMiniType) {
    const { element } = schema.def
    return Array.from({ length: 2 }, () => plainFor(random, element, key))
  }
  return undefined
}

function numberOf(random: Random, schema: z.ZodMiniNumber): number {
  const { min, max } = boundsOf(schema)
  const [low, high] = [Math.max(-50, min), Math.min(100, max)]
  const number = low + ((high - low) * random.below(101)) / 100
  return schema instanceof z.ZodMiniNumberFormat ? Math.round(number) : number
}

function boundsOf(schema: z.ZodMiniNumber): { min: number; max: number } {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = z.toJSONSchema(schema)
  return { min: minimum, max: maximum }
}

function objectOf(random: Random, schema: z.ZodMiniObject): unknown {
  return Object.fromEntries(
    Object.entries(schema.shape).flatMap(([key, part]) => {
      if (!(part instanceof z.ZodMiniType)) return []
      const isOptional = unwrap(part) !== part
      const value = isOptional && random.chance(0.5) ? undefined : plainFor(random, part, key)
      return value === undefined ? [] : [[key, value]]
    }),
  )
}

type Json = Record<string, unknown>

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Makes one thing wrong in a valid template, and says where. */
export function spoil(random: Random, template: unknown): { json: unknown; path: string } {
  const json = structuredClone(template)
  const layers = layersIn(json, '')
  const { layer, path } = random.pick(layers)
  const wrong: readonly (readonly [string, unknown])[] = [
    ['colour', 'red'],
    ['x', 'left'],
    ['width', -1],
    ['height', 1e9],
    ['rotation', Number.NaN],
    ['opacity', 2],
    ['name', ''],
    ['type', 'cloud'],
    ['blendMode', 'mix'],
    ['visible', { when: {} }],
    ['shadow', { blur: -1 }],
    ['filters', { blur: 'much' }],
    ['anchor', { layer: 'Nobody', side: 'below' }],
    ['mask', { layer: 'Nobody' }],
    ['flip', { bind: '' }],
    ['rotationOrigin', { x: 2, y: 0 }],
  ]
  const [key, value] = random.pick(wrong)
  layer[key] = value
  return { json, path: `${path}.${key}` }
}

function layersIn(json: unknown, path: string): { layer: Json; path: string }[] {
  if (!isJson(json)) return []
  return ['layers', 'children'].flatMap((list) => {
    const layers = json[list]
    if (!Array.isArray(layers)) return []
    return layers.flatMap((layer: unknown, at) => {
      const own = path === '' ? `${list}[${at}]` : `${path}.${list}[${at}]`
      return isJson(layer) ? [{ layer, path: own }, ...layersIn(layer, own)] : []
    })
  })
}
