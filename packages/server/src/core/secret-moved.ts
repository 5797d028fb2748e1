import { AppError } from './errors.ts'

/** Why nothing is sent: the person who changed the destination may not know the secret. */
export const SECRET_MOVED_TEXT =
  'The stored secrets were entered for another destination, which was changed outside Pictable. Enter the secrets again, or restore the destination.'

/** @returns what `open` returns, or `otherwise` when the secrets belong to another destination */
export function unlessMoved<Opened, Otherwise>(open: () => Opened, otherwise: Otherwise): Opened | Otherwise {
  try {
    return open()
  } catch (error) {
    if (error instanceof AppError && error.code === 'secret_moved') return otherwise
    throw error
  }
}
