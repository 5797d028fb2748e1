/** True for a text that is not simply what it says. */
export function hasBraces(text: string): boolean {
  return text.includes('{{')
}

/** The text that says what `text` says to a reader that knows no expressions. */
export function escapeBraces(text: string): string {
  return text.replaceAll('{{', '\\{{')
}

/** Words of a name are separated by single spaces: `Due date`, `image.url`. Anything else is a name between brackets. */
const NAME = String.raw`[\p{L}_][\p{L}\p{N}\p{M}_.]*(?: [\p{L}\p{N}_][\p{L}\p{N}\p{M}_.]*)*`

/** Finds a name from a place in a text on. */
export const nextName = new RegExp(NAME, 'uy')

/** What else a word may be. */
export const constants: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
])

const wholeName = new RegExp(`^${NAME}$`, 'u')

/** A name as an expression has it: `Due date`, or `[Price (net)]`. */
export function writeName(name: string): string {
  return wholeName.test(name) && !constants.has(name) ? name : `[${name.replace(/[\\[\]]/g, '\\$&')}]`
}

/** The longest expression, in characters. */
export const MAX_EXPRESSION_LENGTH = 2000
