import { AppError, type ErrorDetail } from '#core/errors.ts'

/** What `find` gives; a thing that is not there is an error of the request at `pointer`. */
export async function findOr<Item>(
  find: () => Promise<Item>,
  pointer: string,
  errors: ErrorDetail[],
): Promise<Item | null> {
  try {
    return await find()
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error
    errors.push({ pointer, detail: error.message })
    return null
  }
}
