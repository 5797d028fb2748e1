import type { Pointer } from '#dashboard/screens/editor/session/pointer.ts'

export type Held = Partial<Pick<Pointer, 'shift' | 'alt' | 'mod'>>

/** The pointer at a point of the page, which is seen as large as it is. */
export const pointer = (x: number, y: number, held: Held = {}): Pointer => ({
  ...{ screen: { x, y }, page: { x, y }, shift: false, alt: false, mod: false },
  ...held,
})
