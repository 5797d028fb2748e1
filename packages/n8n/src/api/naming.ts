import { isNotFound } from './failure.ts'

interface Thing {
  id: string
  /** What a user calls it: the API knows only its id. */
  name: string
}

/** `naming()` says which chosen thing no longer exists by its name. */
export async function naming<Result>({ id, name }: Thing, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    // A URL that does not exist is not found either.
    if (isNotFound(error) && error.message.includes(id)) error.message = `${name} does not exist in Pictable`
    throw error
  }
}
