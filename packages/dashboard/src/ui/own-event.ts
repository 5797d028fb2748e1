import type { SyntheticEvent } from 'react'

const others = 'input, textarea, select, a, button, [data-own]'

/** Whether an event is for an element itself: not for what is typed or pressed in it, nor for a menu of it that floats above. */
export function isOwn({ target, currentTarget }: SyntheticEvent): boolean {
  return target instanceof Element && currentTarget.contains(target) && target.closest(others) === null
}
