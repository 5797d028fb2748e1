/** True for a text that is not simply what it says. */
export function hasBraces(text: string): boolean {
  return text.includes('{{')
}

/** The text that says what `text` says to a reader that knows no expressions. */
export function escapeBraces(text: string): string {
  return text.replaceAll('{{', '\\{{')
}

/** The longest expression, in characters. */
export const MAX_EXPRESSION_LENGTH = 2000
