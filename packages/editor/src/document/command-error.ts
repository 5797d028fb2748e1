/** A design that the format does not take: what is wrong, by the paths of the format. */
interface Refused {
  readonly design: unknown
  readonly issues: readonly { readonly path: string; readonly message: string }[]
}

/** The command cannot be applied; the message or the issues say why, in words for the person who edits. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly refused: Refused | undefined

  constructor(message: string, refused?: Refused) {
    super(message)
    this.refused = refused
  }
}
