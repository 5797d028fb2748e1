/** A value that is typed: a number if it reads as one, and JSON has it. */
export const readScalar = (text: string): string | number =>
  text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text

/** The same for a field that shows at once what was read: a number whose text would change, such as `12.`, stays text. */
export function readShownScalar(text: string): string | number {
  const read = readScalar(text)
  return String(read) === text ? read : text
}
