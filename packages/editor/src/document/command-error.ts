/** The command cannot be applied; the message says why, in words for the person who edits. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}
