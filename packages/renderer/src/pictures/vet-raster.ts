import { RenderError } from '#renderer/errors/render-error.ts'
import type { Raster } from '#renderer/svg/raster.ts'
import { isCutShort } from './cut-short.ts'
import { readDataUrl } from './data-url.ts'
import { isSvg } from './image-type.ts'
import { type OpenPicture, openPicture } from './open-picture.ts'
import { MAX_IMAGE_PIXELS } from './picture-bounds.ts'
import { sharp } from './safe-sharp.ts'

/** Looks at the picture in a `data:` URL. Throws a RenderError whose message goes on after "the image in layer …". */
export async function vetRaster(src: string): Promise<Raster> {
  const bytes = bytesIn(src)
  if (isSvg(bytes)) {
    const advice = 'paste the drawing itself into it, or save the picture as PNG'
    throw new RenderError('svg_refused', `is an SVG that shows another SVG as a picture; ${advice}`)
  }
  try {
    return await openPicture(bytes, (opened) => rewrite(bytes, opened))
  } catch (error) {
    if (!(error instanceof RenderError)) throw error
    throw new RenderError(error.code, `is an SVG in which an embedded picture ${error.message}`, { cause: error })
  }
}

function bytesIn(src: string): Uint8Array {
  try {
    return readDataUrl(src, (text) => Buffer.from(text, 'base64')) ?? new Uint8Array()
  } catch (error) {
    throw new RenderError('image_broken', 'is an SVG in which an embedded picture is damaged; embed it again', {
      cause: error,
    })
  }
}

/** What draws the SVG would leave out a picture with damaged pixels, without a word. */
function isSound(bytes: Uint8Array): Promise<boolean> {
  const reading = sharp(bytes, { failOn: 'error', limitInputPixels: MAX_IMAGE_PIXELS }).resize(1, 1).raw().toBuffer()
  return reading.then(
    () => true,
    () => false,
  )
}

/** Whatever is damaged, turned, animated, deep or in other colours than the screen's becomes a plain PNG. */
async function rewrite(bytes: Uint8Array, { type, picture }: OpenPicture): Promise<Raster> {
  const { width, height, orientation = 1, space, depth } = await picture.metadata()
  if (isCutShort(bytes, type)) {
    throw new RenderError('image_truncated', 'is incomplete: its end is missing; embed it again')
  }
  const isPlain = ['png', 'jpeg'].includes(type) && orientation === 1 && space !== 'cmyk' && depth === 'uchar'
  const isKept = isPlain && (await isSound(bytes))
  const plain = isKept
    ? bytes
    : await picture.autoOrient().toColourspace('srgb').png({ compressionLevel: 3, palette: false }).toBuffer()
  const data = Buffer.from(plain.buffer, plain.byteOffset, plain.byteLength).toString('base64')
  return { href: `data:image/${isKept ? type : 'png'};base64,${data}`, pixels: width * height }
}
