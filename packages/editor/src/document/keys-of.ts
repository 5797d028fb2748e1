import type { PropertyPath } from './command.ts'

/** `layers[2].fontSize` as `['layers', 2, 'fontSize']`. */
export function keysOf(path: string): PropertyPath {
  return [...path.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([key, index]) => (index === undefined ? key : Number(index)))
}
