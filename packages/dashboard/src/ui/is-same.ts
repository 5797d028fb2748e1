/** `isSame()` compares values, whatever the order of their keys. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  const [ones, others] = [Object.entries(one), new Map(Object.entries(other))]
  return ones.length === others.size && ones.every(([key, value]) => isSame(value, others.get(key)))
}
