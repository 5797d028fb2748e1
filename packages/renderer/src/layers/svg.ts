import { z } from 'zod'
import { measurePicture } from '#renderer/drawing/picture.ts'
import { defineLayer } from '#renderer/model/layer-kind.ts'
import { colorSchema } from '#renderer/properties/color.ts'
import { pointSchema } from '#renderer/properties/paint.ts'
import { sourceSchema } from '#renderer/properties/source.ts'

/** A drawing from a file, an address or a field, or one that stands in the template itself; its colours can be changed. */
export const svg = defineLayer({
  type: 'svg',
  properties: {
    src: sourceSchema.default('').describe('Given to the loader of the caller; `data:` URLs are understood everywhere'),
    svg: z
      .string()
      .max(2_000_000)
      .default('')
      .describe('The drawing itself, as text that begins with `<svg`; used when `src` is empty'),
    fallback: sourceSchema.optional().describe('Drawn when there is neither, or what there is cannot be used'),
    onMissing: z
      .enum(['fail', 'hide'])
      .default('hide')
      .describe('What an empty layer without a fallback does; a drawing that cannot be loaded or read always fails'),
    fit: z
      .enum(['cover', 'contain', 'fill'])
      .default('contain')
      .describe('`contain` shows all of the drawing, `cover` fills the box, `fill` stretches it'),
    focalPoint: pointSchema
      .default({ x: 0.5, y: 0.5 })
      .describe('The part of the drawing that stays visible (cover), or its place in the box (contain)'),
    fill: colorSchema.optional().describe('In place of every fill; what is not filled stays so'),
    stroke: colorSchema.optional().describe('In place of the colour of every line'),
    colors: z
      .record(colorSchema, colorSchema)
      .optional()
      .describe('New colours by the old ones that they replace: `{ "#ff0000": "#0055ff" }`'),
  },
  create: (properties) => {
    const { width, height, src, svg: markup, fallback, onMissing, fit, focalPoint, fill, stroke, colors } = properties
    const inline = markup.trim() === '' ? '' : `data:image/svg+xml,${encodeURIComponent(markup.toWellFormed())}`
    const recolor = fill || stroke || colors ? { fill, stroke, colors } : undefined
    const given = src.trim() === '' ? inline : src
    return {
      image: { src: given, fallback, onMissing, fit, focalPoint, width, height, recolor },
      measure: (_, pixels) => measurePicture(properties, pixels),
    }
  },
})
