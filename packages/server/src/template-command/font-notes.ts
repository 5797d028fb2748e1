import { servedFonts } from '@pictable/renderer/served-fonts'
import { installHint, popularFonts } from '#core/font/popular-fonts.ts'
import { similarNames } from '#core/nearest-name.ts'
import { namedFamilies } from '#core/template/named-parts.ts'
import type { DesignFile } from './design-file.ts'

/** What a server must have installed before it can render the design: custom fonts are only known there. */
export function fontNotes({ path, design }: Pick<DesignFile, 'path' | 'design'>): string[] {
  const own = new Set([...servedFonts('').faces, ...(design.fonts ?? [])].map(({ family }) => family))
  const known = [...own, ...popularFonts.map(({ family }) => family)]
  return namedFamilies('layers', design.layers)
    .filter((family) => !own.has(family))
    .map((family) => {
      const hint = installHint(family)
      if (hint) return `${path}: note: ${hint}.`
      const command = `pictable fonts install --google "${family}"`
      return `${path}: note: "${family}" is not bundled: upload it to the server, or add it with \`${command}\`.${similarNames(family, known)}`
    })
}
