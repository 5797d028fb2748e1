import { AppError } from '#core/errors.ts'

const changed = (what: string) =>
  new AppError('precondition_failed', `Someone else changed the ${what}. Read it again, then repeat your change.`)

/** @throws AppError `not_found` */
export function found<Item>(item: Item | null, what: string, id: string): Item {
  if (item === null) throw new AppError('not_found', `There is no ${what} ${id}.`)
  return item
}

/** What a request changes. */
export interface Target {
  id: string
  /** What its caller read (`If-Match`): when it is given, another revision refuses the change. */
  revision?: number | undefined
}

/** The item to be changed. @throws AppError `not_found`, or `precondition_failed` when the caller read an older revision */
export function toBeChanged<Item extends { revision: number }>(
  item: Item | null,
  expected: Target & { what: string },
): Item {
  const present = found(item, expected.what, expected.id)
  if (expected.revision !== undefined && present.revision !== expected.revision) throw changed(expected.what)
  return present
}

/** What an update stored. @throws AppError `precondition_failed` when somebody was faster */
export function stored<Item>(item: Item | null, what: string): Item {
  if (item === null) throw changed(what)
  return item
}
