/** A picture inside of an SVG. */
export interface Raster {
  /** A `data:` URL of a PNG or JPEG that is drawn as it is stored. */
  readonly href: string
  readonly pixels: number
}
