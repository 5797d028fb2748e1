import { useState } from 'react'

/** The list of before while the new one holds the same: for parts that are drawn only when they change. */
export function useSteady<Item>(items: readonly Item[]): readonly Item[] {
  const [steady, setSteady] = useState(items)
  if (items.length === steady.length && items.every((item, at) => item === steady[at])) return steady
  setSteady(items)
  return items
}
