/** A file is not a font, or one that lies about itself. The message goes on after "the file of the font …". */
export class FontError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'FontError'
  }
}
