import { type Effort, effortOf } from './effort.ts'
import type { Raster } from './raster.ts'
import { readSource } from './read-source.ts'
import { readTree } from './read-tree.ts'
import { resolveStyles } from './resolve-styles.ts'
import { quoted, refused, tooMuch } from './svg-error.ts'
import { everyElement, type SvgElement } from './svg-tree.ts'

/** What all pictures inside of a drawing may have together. */
const MAX_RASTER_PIXELS = 50_000_000
const MAX_RASTERS = 200

/** A drawing that holds nothing but shapes, text and pictures, and refers to nothing outside of itself. */
export interface SafeSvg {
  readonly root: SvgElement
  readonly effort: Effort
}

/** Looks at the picture in a `data:` URL. Throws a RenderError whose message goes on after "the image in layer …". */
export type VetRaster = (src: string) => Promise<Raster>

/**
 * Reads an SVG file and keeps what a still picture needs: known elements and attributes, with styles resolved, references
 * only to its own parts, pictures only as vetted bytes inside. Throws a RenderError whose message goes on after "the
 * image in layer …".
 */
export async function sanitizeSvg(bytes: Uint8Array, vetRaster: VetRaster): Promise<SafeSvg> {
  const { root, styles } = readTree(readSource(bytes))
  resolveStyles(root, styles)
  for (const element of everyElement(root)) checkLink(element)
  const effort = effortOf(root)
  await vetRasters(root, vetRaster)
  return { root, effort }
}

function checkLink({ name, attributes }: SvgElement): void {
  const href = attributes.get('href')
  if (href === undefined) return
  if (href === '' || href === '#') {
    attributes.delete('href')
    return
  }
  if (name === 'image' ? /^data:/i.test(href) : /^#[^\s]+$/.test(href)) return
  const place = `<${name} href=${quoted(href)}>`
  throw refused(
    name === 'image'
      ? `is an SVG with an external picture (${place}): embed the picture`
      : `is an SVG with an external reference (${place}): embed the content, or save the picture as PNG`,
  )
}

async function vetRasters(root: SvgElement, vetRaster: VetRaster): Promise<void> {
  const images = [...everyElement(root)].filter(({ name, attributes }) => name === 'image' && attributes.has('href'))
  if (images.length > MAX_RASTERS)
    throw tooMuch(`is an SVG with more than ${MAX_RASTERS} embedded pictures; save it as PNG`)
  const vetted = new Map<string, string>()
  let pixels = 0
  for (const { attributes } of images) {
    const href = attributes.get('href') ?? ''
    let safe = vetted.get(href)
    if (safe === undefined) {
      const raster = await vetRaster(href)
      pixels += raster.pixels
      if (pixels > MAX_RASTER_PIXELS) {
        const most = `${MAX_RASTER_PIXELS / 1_000_000} million pixels`
        throw tooMuch(`is an SVG whose pictures have more than ${most} together; make them smaller`)
      }
      safe = raster.href
      vetted.set(href, safe)
    }
    attributes.set('href', safe)
  }
}
