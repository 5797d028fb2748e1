import {
  AlignVerticalJustifyCenter,
  AlignVerticalJustifyEnd,
  AlignVerticalJustifyStart,
  ArrowLeftToLine,
  ArrowRightToLine,
  Italic,
  type LucideIcon,
  Minus,
  Strikethrough,
  TextAlignCenter,
  TextAlignEnd,
  TextAlignJustify,
  TextAlignStart,
  Type,
  Underline,
} from 'lucide-react'

/** Of how a text is set, by its name in the format, in the order in which they are offered. */
export const choiceIcons: Readonly<Record<string, LucideIcon>> = {
  start: TextAlignStart,
  center: TextAlignCenter,
  end: TextAlignEnd,
  justify: TextAlignJustify,
  // Whatever the direction of the text is.
  left: ArrowLeftToLine,
  right: ArrowRightToLine,
  top: AlignVerticalJustifyStart,
  middle: AlignVerticalJustifyCenter,
  bottom: AlignVerticalJustifyEnd,
  normal: Type,
  italic: Italic,
  none: Minus,
  underline: Underline,
  'line-through': Strikethrough,
}
