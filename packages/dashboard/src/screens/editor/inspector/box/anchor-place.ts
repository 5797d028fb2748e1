import { partAt, withPart } from '#dashboard/screens/editor/properties/values.ts'

export const sides = ['above', 'right', 'below', 'left'] as const
export type Side = (typeof sides)[number]
export const aligns = ['start', 'center', 'end'] as const
export type Align = (typeof aligns)[number]

/** Where a layer is beside another one; without `align`, the other coordinate is its own. */
export interface AnchorPlace {
  readonly side: Side
  readonly align: Align | undefined
}

/** The places in a picture of seven by seven parts, whose middle is the other layer. */
export const anchorPlaces: readonly (AnchorPlace & { readonly row: number; readonly column: number })[] = sides.flatMap(
  (side) => {
    const isAcross = side === 'above' || side === 'below'
    const [outer, inner] = side === 'above' || side === 'left' ? [1, 2] : [7, 6]
    const free = { side, align: undefined, row: isAcross ? inner : 4, column: isAcross ? 4 : inner }
    const aligned = aligns.map((align, at) => {
      const along = at + 3
      return { side, align, row: isAcross ? outer : along, column: isAcross ? along : outer }
    })
    return [free, ...aligned]
  },
)

/** The anchor at another place, with all else as it is. */
export function anchorAt(anchor: unknown, { side, align }: AnchorPlace): unknown {
  return withPart(withPart(anchor, 'side', side), 'align', align)
}

export const isAt = (anchor: unknown, { side, align }: AnchorPlace): boolean =>
  partAt(anchor, 'side') === side && partAt(anchor, 'align') === align
