import { type ServedFonts, servedFonts } from '@pictable/renderer/served-fonts'
import { outputRevision } from '@pictable/renderer/template'
import type { PageFonts } from '#core/ports/renderer.ts'

/** Fonts are other ones only when pixels change. */
const release = String(outputRevision)

/** The bundled fonts for pages, read when a page first asks. */
export function createPageFonts(): PageFonts {
  let served: ServedFonts | undefined
  const read = () => {
    served ??= servedFonts(`/v1/template-fonts/${release}/`)
    return served
  }
  return {
    faces: () => read().faces,
    file: (asked, name) => (asked === release ? (read().file(name) ?? null) : null),
  }
}
