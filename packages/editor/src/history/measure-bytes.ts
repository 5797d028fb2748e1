/** Estimated memory of plain JSON. */
export function measureBytes(value: unknown): number {
  if (typeof value === 'string') return 16 + 2 * value.length
  if (typeof value !== 'object' || value === null) return 8
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + 8 + measureBytes(item), 16)
  return Object.values(value).reduce((sum: number, part) => sum + 16 + measureBytes(part), 16)
}
