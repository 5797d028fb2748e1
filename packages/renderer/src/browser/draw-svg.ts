import { contextOf, createCanvas, pixelsOf } from '#renderer/canvas/browser.ts'
import type { Pixels } from '#renderer/canvas/canvas.ts'
import { RenderError } from '#renderer/errors/render-error.ts'
import { readDataUrl } from '#renderer/pictures/data-url.ts'
import type { DrawnSize } from '#renderer/pictures/drawn-size.ts'
import { isSvg } from '#renderer/pictures/image-type.ts'
import { checkPicture, checkPixels, unreadable } from '#renderer/pictures/picture-bounds.ts'
import { svgDrawing } from '#renderer/pictures/svg-drawing.ts'
import type { Raster } from '#renderer/svg/raster.ts'
import { refused } from '#renderer/svg/svg-error.ts'
import type { SvgElement } from '#renderer/svg/svg-tree.ts'
import { readBase64, writeBase64 } from './base64.ts'
import { type SvgFonts, writeWithFonts } from './svg-text.ts'

/** Draws an SVG as a picture: what it may hold is decided by the same code as on the server. */
export async function drawSvg(bytes: Uint8Array, size: DrawnSize, fonts: SvgFonts): Promise<Pixels> {
  const write = (root: SvgElement) => writeWithFonts(root, fonts)
  const { markup, widthPx, heightPx, colors } = await svgDrawing(bytes, size, { vetRaster, write })
  const picture = new Image(widthPx, heightPx)
  const address = URL.createObjectURL(new Blob([markup], { type: 'image/svg+xml' }))
  try {
    picture.src = address
    await picture.decode()
    const canvas = createCanvas(widthPx, heightPx)
    contextOf(canvas).drawImage(picture, 0, 0, widthPx, heightPx)
    return pixelsOf(canvas, { colors: colors() })
  } catch (error) {
    const advice = 'open it in a drawing program and save it again, or as PNG'
    throw new RenderError('image_broken', `is an SVG that cannot be drawn; ${advice}`, { cause: error })
  } finally {
    URL.revokeObjectURL(address)
  }
}

async function vetRaster(src: string): Promise<Raster> {
  const bytes = bytesIn(src)
  if (isSvg(bytes)) {
    throw refused(
      'is an SVG that shows another SVG as a picture; paste the drawing itself into it, or save the picture as PNG',
    )
  }
  const type = checkPicture(bytes)
  try {
    const picture = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: `image/${type}` }))
    checkPixels(picture)
    const pixels = picture.width * picture.height
    picture.close()
    return { href: `data:image/${type};base64,${writeBase64(bytes)}`, pixels }
  } catch (error) {
    throw error instanceof RenderError ? error : unreadable(error, false)
  }
}

function bytesIn(src: string): Uint8Array {
  try {
    return readDataUrl(src, readBase64) ?? new Uint8Array()
  } catch (error) {
    throw new RenderError('image_broken', 'is an SVG in which an embedded picture is damaged; embed it again', {
      cause: error,
    })
  }
}
