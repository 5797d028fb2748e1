export {
  areasOfRange,
  type Caret,
  type CaretLine,
  type CaretPlace,
  caretAtEdge,
  caretAtPoint,
  caretByLines,
  caretLines,
  countWords,
  lineOfText,
  placeOfCaret,
  wordAt,
} from './caret.ts'
export { changeStyle, replaceRange, TextError } from './edit-text.ts'
export { linkGoesOn, rangeOfLink, readTypedLink } from './link.ts'
export { readText, type WrittenText } from './read-text.ts'
export { type ShownText, showText } from './shown-text.ts'
export {
  CHIP,
  chipText,
  joinText,
  plainText,
  type StyledText,
  sliceText,
  styleForTyping,
  type TextRange,
  wordsOfChips,
} from './styled-text.ts'
export {
  isOn,
  type LetterBase,
  sizeBounds,
  sizeRatio,
  stylesOf,
  TOGGLES,
  type Toggle,
  withMark,
  withToggle,
} from './text-style.ts'
export { cleanText, typedChange } from './typed-change.ts'
export { writeText } from './write-text.ts'
