const ends = ['start', 'center', 'end'] as const
type End = (typeof ends)[number]

/** How the layers of a row or column lie in its box. */
interface StackPlace {
  /** Along the direction; undefined where they are spread over it. */
  readonly justify: End | undefined
  /** Across it. */
  readonly align: End
}

/** A place in a picture of the box, with its part of three by three. */
export interface PicturedPlace extends StackPlace {
  readonly across: End | undefined
  readonly down: End | undefined
}

/** From the upper left to the lower right; where they are spread, only the three ways to lie across. */
export function stackPlaces(layout: 'row' | 'column', isSpread: boolean): readonly PicturedPlace[] {
  const isRow = layout === 'row'
  if (isSpread) {
    return ends.map((align) => {
      return { justify: undefined, align, across: isRow ? undefined : align, down: isRow ? align : undefined }
    })
  }
  return ends.flatMap((down) =>
    ends.map((across) =>
      isRow ? { justify: across, align: down, across, down } : { justify: down, align: across, across, down },
    ),
  )
}
