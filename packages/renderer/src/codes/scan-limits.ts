import type { ScanFacts } from '#renderer/model/layer-kind.ts'

/**
 * What scanners need of a code. ZXing was given eight kinds of codes and three shapes of squares, short and long values, at
 * eight places between pixels, as PNG and JPEG, with the quiet zone of the standard. Of 224 pictures it read, by pixels for the
 * thinnest bar or the side of a square: 1 px 60, 1.25 px 56, 1.5 px 133, 1.75 px 186, 2 px 222, 2.5 px 220, 3 px 224.
 * At exactly 2 px dots are read at half of the places between pixels, so they need 3.
 * On paper 0.25 mm are what scanners of shops and cameras of phones read from a hand's width away.
 */
export const scanLimits = { unitPx: 2, dotPx: 3, unitMm: 0.25, contrast: 3 } as const

export type ScanProblem = 'dense' | 'inverted' | 'pale' | 'picture'

/** Why scanners may not read a code; `isDense`: its bars or squares are too thin where it is drawn. */
export function scanProblems({ contrast, hasPicture }: ScanFacts, isDense: boolean): ScanProblem[] {
  const problems: ScanProblem[] = isDense ? ['dense'] : []
  if (contrast !== undefined && contrast < 1) problems.push('inverted')
  else if (contrast !== undefined && contrast < scanLimits.contrast) problems.push('pale')
  return hasPicture ? [...problems, 'picture'] : problems
}
