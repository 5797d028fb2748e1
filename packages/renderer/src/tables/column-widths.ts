/** How wide a column is: in pixels, as its cells need (`auto`), or as parts of what the others leave, such as `2fr`. */
export type ColumnWidth = number | string

/** A column before its width is known. */
export interface ColumnNeed {
  readonly width: ColumnWidth
  /** In pixels: without breaking a word, and without breaking a line. */
  readonly least: number
  readonly most: number
}

/** The widths of the columns of a table in pixels, together at most `room`. */
export function columnWidths(needs: readonly ColumnNeed[], room: number): number[] {
  const fixed = sum(needs.map(({ width }) => (typeof width === 'number' ? width : 0)))
  const squeeze = fixed > room ? room / fixed : 1
  const free = Math.max(0, room - fixed)
  const shares = sum(needs.map(({ width }) => partsOf(width)))
  const kept = sum(needs.map(({ width, least }) => (partsOf(width) > 0 ? least : 0)))
  const autos = needs.filter(({ width }) => width === 'auto')
  const fitted = fit(autos, Math.max(0, free - kept))
  const rest = Math.max(0, free - sum(fitted))
  const wanted = sum(autos.map(({ most }) => most))
  return needs.map((need) => {
    const { width, most } = need
    if (typeof width === 'number') return width * squeeze
    if (width !== 'auto') return (rest * partsOf(width)) / shares
    // What nobody asks for goes to all.
    const extra = shares > 0 || wanted === 0 ? 0 : (rest * most) / wanted
    return (fitted[autos.indexOf(need)] ?? 0) + extra
  })
}

/** Narrow columns get what they need; the wide ones become equally narrow, but not narrower than their words. */
function fit(needs: readonly ColumnNeed[], room: number): number[] {
  if (sum(needs.map(({ most }) => most)) <= room) return needs.map(({ most }) => most)
  const least = sum(needs.map((need) => need.least))
  if (least >= room) return needs.map((need) => (need.least * room) / Math.max(1, least))
  const at = (level: number) => needs.map(({ least: low, most }) => Math.min(most, Math.max(low, level)))
  let [low, high] = [0, room]
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2
    if (sum(at(middle)) <= room) low = middle
    else high = middle
  }
  return at(low)
}

function partsOf(width: ColumnWidth): number {
  return typeof width === 'string' && width !== 'auto' ? Number.parseFloat(width) : 0
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
