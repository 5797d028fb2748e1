import { z } from 'zod/mini'
import { ExpressionError } from '#renderer/expressions/expression-error.ts'
import { workOfRecord } from '#renderer/expressions/expressions.ts'
import { pageShape } from '#renderer/properties/page.ts'
import type { Values } from '#renderer/values/value.ts'
import { everyLayer } from './layer-tree.ts'
import { localeOf } from './locale-of.ts'
import { type Slot, slotsOf, slotsOfLayer } from './slots.ts'
import { readPictureSource } from './source-value.ts'
import type { Template } from './template.ts'

/** Where a picture comes from that values decide. */
interface PictureAddress {
  /** The name of the layer that shows it; undefined for the page. */
  layer: string | undefined
  /** The values that decide it. */
  names: readonly string[]
  /** With these values; undefined where they do not suit. */
  address: string | undefined
}

/** The addresses of all pictures that values decide, those of the page and of invisible layers included. */
export function pictureAddresses(template: Template, values: Values): PictureAddress[] {
  const work = workOfRecord()
  const locale = localeOf(template, values, work)
  const ofLayers = everyLayer(template).map(({ layer }) => ({ layer: layer.name, slots: slotsOfLayer(layer) }))
  return [{ layer: undefined, slots: slotsOf(template, pageShape) }, ...ofLayers].flatMap(({ layer, slots }) =>
    slots
      .filter(({ schema, names }) => names.length > 0 && z.globalRegistry.get(schema)?.kind === 'image')
      .map((slot) => ({
        layer,
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
