import fc from 'fast-check'

/** Every character but halves of a pair. fast-check's own unit of all characters takes half a second to prepare. */
const character = fc
  .integer({ min: 0, max: 0x10ffff - 0x800 })
  .map((point) => String.fromCodePoint(point < 0xd800 ? point : point + 0x800))

/** `anyText()` is a text of any characters. */
export const anyText = (constraints: { minLength?: number; maxLength?: number } = {}): fc.Arbitrary<string> =>
  fc.string({ ...constraints, unit: character })
