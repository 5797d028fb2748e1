import { AppError } from '#core/errors.ts'

/** The answer to a deletion. @throws AppError `not_found` when there was nothing to delete */
export function gone(wasThere: boolean, what: string, id: string): { status: 204; body: null } {
  if (!wasThere) throw new AppError('not_found', `There is no ${what} ${id}.`)
  return { status: 204, body: null }
}
