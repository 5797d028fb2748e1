import './no-system-fonts.ts'

import { createHash } from 'node:crypto'
import { GlobalFonts } from '@napi-rs/canvas'
import type { FontFile } from '#renderer/job.ts'
import { RenderError } from '#renderer/render-error.ts'
import type { FontStyle } from '#renderer/text/types.ts'

export type Face = FontFile | (Omit<FontFile, 'path'> & { bytes: Uint8Array })

/** The fonts a renderer knows. Faces are registered with the canvas one by one, when they are first used. */
export interface FontBook {
  /** The value of `context.font` for this style. Throws a RenderError for an unknown family and a face that cannot be read. */
  css(style: FontStyle, sizePx: number): string
}

/**
 * A face is registered under an alias of its own before its first look-up, so that neither the order of registration nor
 * equal family names of different files can change which one is used.
 */
export function createFontBook(faces: readonly Face[]): FontBook {
  const byFamily = Map.groupBy(faces, (face) => face.family)
  const stacks = new Map<string, string>()
  const known = () => [...byFamily.keys()].map((family) => `"${family}"`).join(', ')
  const stackOf = ({ families, weight, italic }: FontStyle): string => {
    const key = `${Math.round(weight)} ${italic} ${families.join()}`
    const made = stacks.get(key)
    if (made !== undefined) return made
    const aliases = families.map((family) => {
      const face = closest(byFamily.get(family) ?? [], weight, italic)
      if (!face) throw new RenderError('font_unknown', `there is no font "${family}"; there are ${known()}`)
      return `"${register(face)}"`
    })
    const stack = aliases.join(', ')
    stacks.set(key, stack)
    return stack
  }
  return {
    css: (style, sizePx) => `${sizePx}px ${stackOf(style)}`,
  }
}

/** The face to use: the right slant counts most, then the nearest weight; of two, the one further from 400. */
function closest(faces: readonly Face[], weight: number, italic: boolean): Face | undefined {
  const distance = ({ weight: own = 400, style = 'normal' }: Face) => {
    const wrongSide = (own - weight) * (weight - 400) < 0 ? 0.5 : 0
    return Math.abs(own - weight) + wrongSide + ((style === 'italic') === italic ? 0 : 10_000)
  }
  return faces.toSorted((a, b) => distance(a) - distance(b))[0]
}

/** The canvas has one list of fonts per process. */
const registered = new Map<string, string>()

function register(face: Face): string {
  const source = 'path' in face ? face.path : createHash('sha256').update(face.bytes).digest('hex')
  const known = registered.get(source)
  if (known !== undefined) return known
  const alias = `face-${registered.size}`
  const done =
    'path' in face
      ? GlobalFonts.registerFromPath(face.path, alias)
      : GlobalFonts.register(Buffer.from(face.bytes), alias)
  if (!done) {
    const where = 'path' in face ? ` (${face.path})` : ''
    throw new RenderError(
      'font_invalid',
      `the file of the font "${face.family}"${where} is not a font that can be read`,
    )
  }
  registered.set(source, alias)
  return alias
}
