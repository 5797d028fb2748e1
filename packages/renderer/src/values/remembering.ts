const MAX_KEPT = 200

/** Keeps what costs more to make than to use a hundred times, such as a formatter, by what it is made of. */
export function remembering<Made>(): (key: string, make: () => Made) => Made {
  const kept = new Map<string, Made>()
  return (key, make) => {
    const known = kept.get(key)
    if (known !== undefined) return known
    if (kept.size > MAX_KEPT) kept.clear()
    const made = make()
    kept.set(key, made)
    return made
  }
}
