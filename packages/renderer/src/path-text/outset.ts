interface Lettered {
  readonly fontSize: number
  readonly stroke?: { readonly width: number } | undefined
}

/** How far the picture that paints letters leaves the box: they are on the path, most often outside. */
export const outsetPxOf = ({ fontSize, stroke }: Lettered): number => fontSize + (stroke?.width ?? 0)
