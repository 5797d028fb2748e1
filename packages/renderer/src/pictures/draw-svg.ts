import type { Pixels } from '#renderer/canvas/canvas.ts'
import { RenderError } from '#renderer/render-error.ts'
import { naturalSize } from '#renderer/svg/natural-size.ts'
import { outlineText } from '#renderer/svg/outline-text.ts'
import { recolorSvg } from '#renderer/svg/recolor-svg.ts'
import { type SafeSvg, sanitizeSvg } from '#renderer/svg/sanitize-svg.ts'
import { tooMuch } from '#renderer/svg/svg-error.ts'
import { cutStart, type DrawnSize } from './drawn-size.ts'
import { sharp } from './safe-sharp.ts'

/** Larger ones are drawn smaller and stretched: what draws them ends at 32,767. */
const MAX_SIDE_PX = 16_000
const MAX_PIXELS = 50_000_000
/** Of filters and see-through groups, as if each covered the whole picture; most cover a small part. */
const MAX_WORK_MS = 100_000
const MAX_SURFACE_BYTES = 1_000_000_000

/**
 * Draws an SVG at the size at which it is seen. By librsvg: what draws with resvg ends with its process when a see-through
 * group lies far outside of the picture. Throws a RenderError whose message goes on after "the image in layer …".
 */
export async function drawSvg(bytes: Uint8Array, size: DrawnSize): Promise<Pixels> {
  const safe = await sanitizeSvg(bytes)
  const natural = naturalSize(safe.root)
  const frame = frameOf(natural, size)
  checkEffort(safe, frame)
  const root = size.recolor ? recolorSvg(safe.root, size.recolor) : safe.root
  const sized = { ...root, attributes: new Map([...root.attributes, ...natural.attributes]) }
  const { widthPx, heightPx, viewBox } = frame
  const outer = `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}" viewBox="${viewBox.join(' ')}" preserveAspectRatio="none">`
  return rasterize(`${outer}${outlineText(sized)}</svg>`)
}

interface Frame {
  readonly widthPx: number
  readonly heightPx: number
  /** The part of the drawing that is seen: x, y, width, height. */
  readonly viewBox: readonly [number, number, number, number]
}

function frameOf({ width, height }: { width: number; height: number }, size: DrawnSize): Frame {
  const bound = Math.min(
    1,
    MAX_SIDE_PX / Math.max(size.widthPx, size.heightPx),
    Math.sqrt(MAX_PIXELS / (size.widthPx * size.heightPx)),
  )
  const [across, down] = [(size.widthPx * bound) / width, (size.heightPx * bound) / height]
  const px = (length: number) => Math.max(1, Math.round(length))
  if (size.fit === 'cover') {
    const ratio = Math.max(across, down)
    const [keptWidth, keptHeight] = [(width * across) / ratio, (height * down) / ratio]
    const [left, top] = [cutStart(width, keptWidth, size.focalPoint.x), cutStart(height, keptHeight, size.focalPoint.y)]
    return { widthPx: px(width * across), heightPx: px(height * down), viewBox: [left, top, keptWidth, keptHeight] }
  }
  const ratio = Math.min(across, down)
  const [widthPx, heightPx] =
    size.fit === 'contain' ? [px(width * ratio), px(height * ratio)] : [px(width * across), px(height * down)]
  return { widthPx, heightPx, viewBox: [0, 0, width, height] }
}

function checkEffort({ effort }: SafeSvg, { widthPx, heightPx }: Frame): void {
  const pixels = widthPx * heightPx
  if ((effort.perPixel * pixels) / 1_000_000 <= MAX_WORK_MS && effort.surfaces * pixels * 4 <= MAX_SURFACE_BYTES) return
  throw tooMuch(
    `is an SVG with too many filters, masks and see-through groups to be drawn at ${widthPx} x ${heightPx}: draw it smaller, flatten its effects, or save it as PNG`,
  )
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
    const advice = 'open it in a drawing program and save it anew, or as PNG'
    throw new RenderError('image_broken', `is an SVG that cannot be drawn; ${advice}`, { cause: error })
  }
}
