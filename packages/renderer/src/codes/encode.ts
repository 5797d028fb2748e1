import bwip from 'bwip-js'
import { z } from 'zod/mini'
import { createBoundedCache } from '#renderer/caches/bounded-cache.ts'
import { RenderError } from '#renderer/errors/render-error.ts'

/** Squares in rows from the top, true where dark. */
export interface Matrix {
  readonly columns: number
  readonly rows: number
  isDark(column: number, row: number): boolean
}

/** Bars as stretches of a line, in units of the thinnest bar. */
export interface Bars {
  readonly length: number
  readonly bars: readonly { readonly start: number; readonly end: number }[]
}

const matrixSchema = z.object({ pixs: z.array(z.number()), pixx: z.number(), pixy: z.number() })
const barsSchema = z.object({ sbs: z.array(z.number()) })

interface Symbology {
  /** As the library calls it. */
  readonly id: string
  /** As people call it. */
  readonly name: string
  readonly options?: Readonly<Record<string, string | number>>
}

/** Squares or bars that are kept of codes. */
const MAX_KEPT = 1_000_000

/** Layers that are resized, and pages and records that repeat a code, encode it once. */
function remembered<Raw>(schema: z.ZodMiniType<Raw>, sizeOf: (raw: Raw) => number) {
  const kept = createBoundedCache<string, Raw>(MAX_KEPT, sizeOf)
  return (value: string, symbology: Symbology): Raw => {
    const key = JSON.stringify([value, symbology.id, symbology.options])
    const raw = kept.get(key) ?? schema.parse(encode(value, symbology))
    kept.set(key, raw)
    return raw
  }
}

const rawMatrix = remembered(matrixSchema, ({ pixs }) => pixs.length)
const rawBars = remembered(barsSchema, ({ sbs }) => sbs.length)

/** Encodes as a matrix code. @throws RenderError that names the value */
export function encodeMatrix(value: string, symbology: Symbology): Matrix {
  const { pixs, pixx, pixy } = rawMatrix(value, symbology)
  // Rows that are several squares high are given once.
  const repeat = (pixx * pixy) / pixs.length
  return {
    columns: pixx,
    rows: pixy,
    isDark: (column, row) => column >= 0 && column < pixx && pixs[Math.floor(row / repeat) * pixx + column] === 1,
  }
}

/** Encodes as bars. @throws RenderError that names the value */
export function encodeBars(value: string, symbology: Symbology): Bars {
  const { sbs } = rawBars(value, symbology)
  let at = 0
  const bars = sbs.flatMap((width, index) => {
    const start = at
    at += width
    return index % 2 === 0 ? [{ start, end: at }] : []
  })
  return { length: at, bars }
}

function encode(value: string, { id, name, options = {} }: Symbology): unknown {
  try {
    return bwip.raw(id, value, { ...options })[0]
  } catch (error) {
    throw cannotEncode(value, name, reasonOf(error))
  }
}

/** The value cannot be what it should be. */
export function cannotEncode(value: string, name: string, reason: string): RenderError {
  const shown = value.length > 40 ? `${value.slice(0, 40)}…` : value
  return new RenderError('value_invalid', `the value "${shown}" cannot be encoded as ${name}: ${reason}`)
}

/** `bwipp.code39badCharacter#10257: Code 39 must contain …` without its number. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  if (/NoValidSymbol|TooLong|TooMuchData/i.test(message)) return 'it is too long; use a shorter one'
  return message.replace(/^bwipp\.\S+#\d+: /, '')
}
