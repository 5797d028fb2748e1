import {
  changeStyle,
  replaceRange,
  type StyledText,
  TextError,
  type TextRange,
  type WrittenText,
  wordsOfChips,
} from '@pictable/editor/text'
import type { Mark } from '@pictable/renderer/markup'
import { toast } from '#dashboard/api/toast.ts'
import { t } from '#dashboard/strings/editing.ts'

function attempt(edit: () => WrittenText): WrittenText | undefined {
  try {
    return edit()
  } catch (error) {
    if (error instanceof TextError) return undefined
    throw error
  }
}

/** Puts a text in place of a range. Where there is no room for its fields, they become words, and a message says so. */
export function replaceWithRoom(text: WrittenText, range: TextRange, given: StyledText): WrittenText | undefined {
  const edited = attempt(() => replaceRange(text, range, given))
  if (edited) return edited
  toast.failed(t('editor.text_full'))
  return attempt(() => replaceRange(text, range, wordsOfChips(given)))
}

/** Changes the style of a range. What marks cannot say changes nothing, and a message says so. */
export function restyled(text: WrittenText, range: TextRange, change: (style: Mark) => Mark): WrittenText | undefined {
  const edited = attempt(() => changeStyle(text, range, change))
  if (!edited) toast.failed(t('editor.text_unwritable'))
  return edited
}
