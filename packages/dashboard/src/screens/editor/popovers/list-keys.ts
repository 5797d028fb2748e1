/** How far each key goes. */
const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }

interface List {
  readonly count: number
  /** What the keys are on; -1 while that is nothing. */
  readonly active: number
  /** Whether something can be chosen at a place. Default: everywhere; a heading is passed over. */
  readonly isOption?: (at: number) => boolean
}

/** Where a key leads in a list: as far as it goes, and no further than the ends; undefined for other keys. */
export function placeByKey(key: string, { count, active, isOption = () => true }: List): number | undefined {
  const by = Object.hasOwn(steps, key) ? steps[key] : undefined
  if (by === undefined) return undefined
  let place = active
  let left = Math.abs(by)
  for (let at = active + Math.sign(by); at >= 0 && at < count && left > 0; at += Math.sign(by)) {
    if (!isOption(at)) continue
    place = at
    left -= 1
  }
  return place
}
