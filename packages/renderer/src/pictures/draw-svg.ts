import type { Pixels } from '#renderer/canvas/canvas.ts'
import { RenderError } from '#renderer/errors/render-error.ts'
import { outlineText } from '#renderer/svg/outline-text.ts'
import { readShapes } from '#renderer/svg/svg-shapes.ts'
import type { DrawnSize } from './drawn-size.ts'
import { sharp } from './safe-sharp.ts'
import { svgDrawing } from './svg-drawing.ts'
import { vetRaster } from './vet-raster.ts'

/**
 * Draws an SVG at the size at which it is seen. By librsvg: what draws with resvg ends with its process when a see-through
 * group lies far outside of the picture. Throws a RenderError whose message goes on after "the image in layer …".
 */
export async function drawSvg(bytes: Uint8Array, size: DrawnSize): Promise<Pixels> {
  const { markup } = await svgDrawing(bytes, size, { vetRaster, write: outlineText })
  let shapes: ReturnType<typeof readShapes> | null = null
  return {
    ...(await rasterize(markup)),
    shapes() {
      if (shapes === null) shapes = readShapes(markup)
      return shapes
    },
  }
}

async function rasterize(markup: string): Promise<Pixels> {
  try {
    const { data, info } = await sharp(Buffer.from(markup), { limitInputPixels: false })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    const pixels = new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength)
    return { data: pixels, widthPx: info.width, heightPx: info.height }
  } catch (error) {
    const advice = 'open it in a drawing program and save it again, or as PNG'
    throw new RenderError('image_broken', `is an SVG that cannot be drawn; ${advice}`, { cause: error })
  }
}
