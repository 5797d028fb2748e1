import { z } from 'zod'
import type { Pixels } from '#renderer/canvas/canvas.ts'
import { drawStroke, ellipseOutline, fillInset, roundedOutline } from '#renderer/drawing/shape.ts'
import { type Box, type Drawable, defineLayer } from '#renderer/layer-kind.ts'
import { pointSchema } from '#renderer/properties/paint.ts'
import { type Radius, radiusSchema } from '#renderer/properties/radius.ts'
import { type Stroke, strokeSchema } from '#renderer/properties/stroke.ts'

const sourceSchema = z.string().max(40_000_000).meta({ kind: 'image' })

/** A picture from a file, an address or a field. */
export const image = defineLayer({
  type: 'image',
  properties: {
    /** Given to the loader of the caller; `data:` URLs are understood everywhere. */
    src: sourceSchema.default(''),
    /** Drawn when `src` is empty or cannot be used. */
    fallback: sourceSchema.optional(),
    /** What an empty `src` without a fallback does; a picture that cannot be loaded or read always fails. */
    onMissing: z.enum(['fail', 'hide']).default('hide'),
    fit: z.enum(['cover', 'contain', 'fill']).default('cover'),
    /** The part of the picture that stays visible (cover), or its place in the box (contain). */
    focalPoint: pointSchema.default({ x: 0.5, y: 0.5 }),
    radius: radiusSchema.default(0),
    circle: z.boolean().default(false),
    border: strokeSchema.optional(),
  },
  create: (properties) => {
    const { width, height, src, fallback, onMissing, fit, focalPoint } = properties
    return {
      image: { src, fallback, onMissing, fit, focalPoint, width, height },
      measure: (_, pixels) => measureImage(properties, pixels),
    }
  },
})

interface Picture {
  readonly width: number
  readonly height: number
  readonly fit: 'cover' | 'contain' | 'fill'
  readonly focalPoint: { readonly x: number; readonly y: number }
  readonly radius: Radius
  readonly circle: boolean
  readonly border?: Stroke | undefined
}

function measureImage(picture: Picture, pixels: Pixels | undefined): Drawable {
  const { width, height, border } = picture
  const outline = picture.circle ? ellipseOutline : roundedOutline(picture.radius)
  const box = { x: 0, y: 0, width, height }
  const bordered = border !== undefined && border.width > 0
  const cut = picture.circle || picture.radius !== 0 || fillInset(border) > 0
  return {
    width,
    height,
    marginPx: bordered ? border.width : 0,
    single: !bordered && !cut,
    draw(pen) {
      if (!pixels) return
      const { context } = pen
      context.save()
      if (cut) {
        context.beginPath()
        outline(context, box, fillInset(border))
        context.clip()
      }
      pen.picture(pixels, areaOf(picture, pixels))
      context.restore()
      if (bordered) drawStroke(context, border, { box, outline })
    },
  }
}

/** Where the pixels go: all of the layer, unless the whole picture has to be seen. */
function areaOf({ width, height, fit, focalPoint }: Picture, { widthPx, heightPx }: Pixels): Box {
  if (fit !== 'contain') return { x: 0, y: 0, width, height }
  const ratio = Math.min(width / widthPx, height / heightPx)
  const [drawnWidth, drawnHeight] = [widthPx * ratio, heightPx * ratio]
  return {
    x: (width - drawnWidth) * focalPoint.x,
    y: (height - drawnHeight) * focalPoint.y,
    width: drawnWidth,
    height: drawnHeight,
  }
}
