import { naturalSize } from '#renderer/svg/natural-size.ts'
import { ownColors, recolorSvg } from '#renderer/svg/recolor-svg.ts'
import { type SafeSvg, sanitizeSvg, type VetRaster } from '#renderer/svg/sanitize-svg.ts'
import { tooMuch } from '#renderer/svg/svg-error.ts'
import type { SvgElement } from '#renderer/svg/svg-tree.ts'
import { cutStart, type DrawnSize } from './drawn-size.ts'

/** Larger ones are drawn smaller and stretched: what draws them ends at 32,767. */
const MAX_SIDE_PX = 16_000
const MAX_PIXELS = 50_000_000
/** Of filters and see-through groups, as if each covered the whole picture; most cover a small part. */
const MAX_WORK_MS = 100_000
const MAX_SURFACE_BYTES = 1_000_000_000

/** A drawing as text, of the size at which it is seen. */
export interface SvgDrawing {
  readonly markup: string
  readonly widthPx: number
  readonly heightPx: number
  /** Those that can be replaced. */
  colors(): readonly string[]
}

/** What the platform does about pictures and text inside of drawings. */
export interface SvgParts {
  readonly vetRaster: VetRaster
  /** Writes the drawing with its text in the fonts of the renderer. */
  write(root: SvgElement): string | Promise<string>
}

/** Makes an SVG safe and as large as it is drawn. Throws a RenderError that goes on after "the image in layer …". */
export async function svgDrawing(bytes: Uint8Array, size: DrawnSize, parts: SvgParts): Promise<SvgDrawing> {
  const safe = await sanitizeSvg(bytes, parts.vetRaster)
  const natural = naturalSize(safe.root)
  const frame = frameOf(natural, size)
  checkEffort(safe, frame)
  const root = size.recolor ? recolorSvg(safe.root, size.recolor) : safe.root
  const sized = { ...root, attributes: new Map([...root.attributes, ...natural.attributes]) }
  const { widthPx, heightPx, viewBox } = frame
  const outer = `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}" viewBox="${viewBox.join(' ')}" preserveAspectRatio="none">`
  const colors = () => ownColors(safe.root, size.recolor)
  return { widthPx, heightPx, colors, markup: `${outer}${await parts.write(sized)}</svg>` }
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
    const ratio = Math.max(across, down) * (size.zoom ?? 1)
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
    `is an SVG with too many filters, masks and transparent groups for ${widthPx} x ${heightPx}: make it smaller, flatten its effects, or save it as PNG`,
  )
}
