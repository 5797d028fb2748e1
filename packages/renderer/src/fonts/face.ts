import type { CodePointRange } from './unicode-ranges.ts'

export const MAX_FONT_BYTES = 10_000_000

interface FaceNames {
  readonly family: string
  readonly weight?: number | undefined
  /** In place of `weight`: the weights of a variable font. */
  readonly weights?: { readonly min: number; readonly max: number }
  readonly style?: 'normal' | 'italic' | undefined
  /** Comes with the renderer, so nobody has to look at it first. */
  readonly isBundled?: boolean
}

/** A file: by its path on Node, by its address in a browser. */
export interface FacePath {
  readonly path: string
  /** In a browser, of a WOFF2 file: the address of its tables without outlines, unpacked. */
  readonly layoutPath?: string | undefined
}

/** One of the files that a large font is cut into. */
export interface Slice extends FacePath {
  /** What it may hold; its own character map decides. */
  readonly ranges: readonly CodePointRange[]
}

/** A face of one file. */
export type FileFace = FaceNames & (FacePath | { readonly bytes: Uint8Array })

/** A face that is cut by code points. */
export type SlicedFace = FaceNames & { readonly slices: () => readonly Slice[] }

export type Face = FileFace | SlicedFace

/** A font file of the caller, used by its family name in templates. */
export interface FontFile {
  family: string
  /** TTF, OTF, WOFF or WOFF2. */
  path: string
  /** Default 400. */
  weight?: number
  style?: 'normal' | 'italic'
}
