import { z } from 'zod/mini'
import { ExpressionError } from '#renderer/expressions/expression-error.ts'
import { workOfRecord } from '#renderer/expressions/expressions.ts'
import type { Values } from '#renderer/values/value.ts'
import { everyLayer } from './layer-tree.ts'
import { localeOf } from './locale-of.ts'
import { type Slot, slotsOfLayer } from './slots.ts'
import { readPictureSource } from './source-value.ts'
import type { Template } from './template.ts'

/** Where a picture comes from that values decide. */
interface PictureAddress {
  /** The name of the layer that shows it. */
  layer: string
  /** The values that decide it. */
  names: readonly string[]
  /** With these values; undefined where they do not suit. */
  address: string | undefined
}

/** The addresses of all pictures that values decide, those of invisible layers included. */
export function pictureAddresses(template: Pick<Template, 'layers' | 'locale'>, values: Values): PictureAddress[] {
  const work = workOfRecord()
  const locale = localeOf(template, values, work)
  return everyLayer(template).flatMap(({ layer }) =>
    slotsOfLayer(layer)
      .filter(({ schema, names }) => names.length > 0 && z.globalRegistry.get(schema)?.kind === 'image')
      .map((slot) => ({
        layer: layer.name,
        names: [...new Set(slot.names.map(({ name }) => name))],
        address: addressIn(slot, { values, locale, work }),
      })),
  )
}

function addressIn({ source }: Slot, reading: Parameters<typeof readPictureSource>[1]): string | undefined {
  try {
    return readPictureSource(source, reading)
  } catch (error) {
    if (error instanceof ExpressionError) return undefined
    throw error
  }
}
