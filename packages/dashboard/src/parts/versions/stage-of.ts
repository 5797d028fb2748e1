import type { PageSize } from '#dashboard/parts/templates/page-sizes.ts'

/** The smallest page around both, and what part of it each of them takes, from 0 to 1. */
export function stageOf(before: PageSize, after: PageSize) {
  const width = Math.max(before.width, after.width)
  const height = Math.max(before.height, after.height)
  const partOf = (size: PageSize) => ({ width: size.width / width, height: size.height / height })
  return { width, height, before: partOf(before), after: partOf(after) }
}
