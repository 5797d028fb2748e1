import { z } from 'zod/mini'
import { measurePicture } from '#renderer/drawing/picture.ts'
import { defineLayer } from '#renderer/model/layer-kind.ts'
import { colorSchema } from '#renderer/properties/color.ts'
import { pointSchema } from '#renderer/properties/gradient.ts'
import { sourceSchema } from '#renderer/properties/source.ts'
import { describe } from '#renderer/values/describe.ts'

/** A drawing from a file, an address or a field, or one that stands in the template itself; its colours can be changed. */
export const svg = defineLayer({
  type: 'svg',
  properties: {
    src: z
      ._default(sourceSchema, '')
      .apply(
        describe,
        'Source of the drawing, passed to the loader of the caller. `data:` URLs always work; in these, braces are no expressions',
      ),
    svg: z
      ._default(z.string().check(z.maxLength(2_000_000)), '')
      .apply(describe, 'SVG source text, used when `src` is empty'),
    fallback: z.optional(sourceSchema).apply(describe, 'Drawing to use when `src` and `svg` are empty or fail'),
    onMissing: z
      ._default(z.enum(['fail', 'hide']), 'hide')
      .apply(
        describe,
        'Effect of an empty layer without a fallback. A drawing that cannot be loaded or read always fails',
      ),
    fit: z
      ._default(z.enum(['cover', 'contain', 'fill']), 'contain')
      .apply(describe, '`contain` shows the whole drawing, `cover` fills the box, `fill` stretches it'),
    focalPoint: z
      ._default(pointSchema, { x: 0.5, y: 0.5 })
      .apply(describe, 'Visible part of the drawing (`cover`), or its position in the box (`contain`)'),
    fill: z.optional(colorSchema).apply(describe, 'Replaces the colour of every fill'),
    stroke: z.optional(colorSchema).apply(describe, 'Replaces the colour of every line'),
    colors: z
      .optional(z.record(colorSchema, colorSchema))
      .apply(describe, 'Replaces colours, by old colour: `{ "#ff0000": "#0055ff" }`'),
  },
  create: (properties) => {
    const { width, height, src, svg: markup, fallback, onMissing, fit, focalPoint, fill, stroke, colors } = properties
    const inline = markup.trim() === '' ? '' : `data:image/svg+xml,${encodeURIComponent(markup.toWellFormed())}`
    const recolor = fill || stroke || colors ? { fill, stroke, colors } : undefined
    const given = src.trim() === '' ? inline : src
    return {
      image: { src: given, fallback, onMissing, fit, focalPoint, width, height, recolor },
      measure: (_, pictures) => ({ ...measurePicture(properties, pictures), colors: pictures.image?.colors }),
    }
  },
})
