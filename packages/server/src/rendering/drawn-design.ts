import { fontSrc } from '#core/font/font.ts'
import { fontMarks, namedFonts } from '#core/font/named-fonts.ts'
import type { RenderJob } from '#core/ports/renderer.ts'
import type { TemplateDesign } from '#core/template/template.ts'

/** The same object for the same design and fonts, so that it is digested once and prepared once. */
const variants = new WeakMap<TemplateDesign, Map<string, TemplateDesign>>()
const mostVariants = 20

/**
 * The design as render processes get it: with the files of the uploaded fonts that it or its values name, and without
 * what is behind its layers when that is to be seen through.
 */
export function drawnDesign(job: RenderJob): TemplateDesign {
  const { design } = job.version
  const { transparent = false } = job.output
  const named = namedFonts(job.fonts, design, job.values, job.modifications, job.sequence?.rows ?? [])
  if (named.length === 0 && !transparent) return design
  const known = variants.get(design) ?? new Map<string, TemplateDesign>()
  variants.set(design, known)
  const key = JSON.stringify([transparent, fontMarks(named)])
  const drawn = known.get(key) ?? {
    ...design,
    ...(transparent && { background: 'transparent' }),
    fonts: [
      ...(design.fonts ?? []),
      ...named.map((font) => ({ family: font.family, weight: font.weight, style: font.style, src: fontSrc(font) })),
    ],
  }
  if (known.size >= mostVariants) known.clear()
  known.set(key, drawn)
  return drawn
}
