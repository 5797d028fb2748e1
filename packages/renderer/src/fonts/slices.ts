import type { Face, FileFace, SlicedFace } from './face.ts'

/** A slice of a face as a face of one file, under a name that goes into stacks. */
export interface NamedSlice {
  readonly name: string
  readonly face: FileFace
}

/** The slices of a face by what they hold. */
export interface SliceIndex {
  readonly all: readonly NamedSlice[]
  /** The slice that may have a code point. */
  readonly at: (codePoint: number) => NamedSlice | undefined
}

/** The slices of the faces of a font book; they are read when first asked for. */
export interface SliceShelf {
  of(face: SlicedFace): SliceIndex
  byName(name: string): FileFace | undefined
}

export function createSliceShelf(): SliceShelf {
  const byFace = new Map<Face, SliceIndex>()
  const byName = new Map<string, FileFace>()

  function read({ family, weights, isBundled, slices }: SlicedFace): SliceIndex {
    const byCodePoint = new Map<number, NamedSlice>()
    const all = slices().map(({ ranges, ...file }, index): NamedSlice => {
      const face = { family, ...file, ...(weights && { weights }), ...(isBundled && { isBundled }) }
      const slice = { name: `${family}/${index}`, face }
      byName.set(slice.name, face)
      for (const [first, last] of ranges) for (let code = first; code <= last; code++) byCodePoint.set(code, slice)
      return slice
    })
    return { all, at: (codePoint) => byCodePoint.get(codePoint) }
  }

  return {
    byName: (name) => byName.get(name),
    of(face) {
      const index = byFace.get(face) ?? read(face)
      byFace.set(face, index)
      return index
    },
  }
}
