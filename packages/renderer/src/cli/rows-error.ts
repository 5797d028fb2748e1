/** The template, the table or the folder is wrong, so that no row can be rendered. */
export class RowsError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'RowsError'
  }
}

/** What to tell a person about any error. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
