/** Faces of variable fonts that the document has at a time; few designs use more than ten. */
const MAX_SHOWN = 64

/** The least recently used first. */
const shown = new Map<string, FontFace>()

/**
 * Gives a face to the document unless it has it, and counts it as used. Each value of an axis needs a face of its own, so
 * those not used for longest are removed: dragging an axis makes one in each frame.
 */
export function showFace(alias: string, make: () => FontFace): string {
  const known = shown.get(alias)
  const face = known ?? make()
  if (!known) document.fonts.add(face)
  shown.delete(alias)
  shown.set(alias, face)
  for (const [oldest, old] of shown) {
    if (shown.size <= MAX_SHOWN) break
    shown.delete(oldest)
    document.fonts.delete(old)
  }
  return alias
}
