/** A function whose results are kept as long as what they are made of, which never changes. */
export function remembered<Key extends object, Result>(make: (key: Key) => Result): (key: Key) => Result {
  const made = new WeakMap<Key, { result: Result }>()
  return (key) => {
    const known = made.get(key)
    if (known) return known.result
    const result = make(key)
    made.set(key, { result })
    return result
  }
}
